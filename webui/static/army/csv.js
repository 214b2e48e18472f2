// @ts-check
// A roster as a table of a spreadsheet: a row a unit, a column a choice.

const FIXED = ["id", "kind", "name", "brigade", "tags"];

/** A spreadsheet runs what begins so: it is written as text. */
const RUNS = /^[=+\-@\t\r]/;

/** @param {string} value */
function cell(value) {
  const text = RUNS.test(value) ? `'${value}` : value;
  return /[",\n\r']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** @param {any[]} units as in an army */
export function toCsv(units) {
  const choices = [...new Set(units.flatMap((unit) => Object.keys(unit.choices)))];
  const rows = units.map((
    unit,
  ) => [
    unit.id,
    unit.kind,
    unit.name,
    unit.brigade,
    unit.bases.join(";"),
    ...choices.map((name) => unit.choices[name] ?? ""),
  ]);
  return [[...FIXED, ...choices], ...rows].map((row) => row.map(cell).join(",")).join("\r\n");
}

/** The cells of a text, by commas, semicolons or tabs, whichever its first line has. @param {string} text */
function rowsOf(text) {
  const first = text.split(/\r?\n/, 1)[0];
  const mark = [",", ";", "\t"].reduce((
    best,
    one,
  ) => (first.split(one).length > first.split(best).length ? one : best));
  const rows = [[""]];
  let quoted = false;
  for (let i = 0; i < text.length; i += 1) {
    const sign = text[i];
    const row = rows[rows.length - 1];
    if (quoted && sign === '"' && text[i + 1] === '"') {
      row[row.length - 1] += '"';
      i += 1;
    } else if (sign === '"') quoted = !quoted;
    else if (!quoted && sign === mark) row.push("");
    else if (!quoted && sign === "\n") rows.push([""]);
    else if (quoted || sign !== "\r") row[row.length - 1] += sign;
  }
  return rows.filter((row) => row.some((one) => one.trim()));
}

/**
 * Units of a table; throws a sentence where it has no id or no kind.
 * @param {string} text
 */
export function fromCsv(text) {
  const [head = [], ...rows] = rowsOf(text.replace(/^\uFEFF/, "")).map((row) =>
    row.map((one) => one.trim().replace(/^'(?=[=+\-@])/, ""))
  );
  const names = head.map((name) => (FIXED.includes(name.toLowerCase()) ? name.toLowerCase() : name));
  const missing = ["id", "kind"].filter((name) => !names.includes(name));
  if (missing.length) throw new Error(`The first line has to name the columns; ${missing.join(" and ")} is missing.`);
  return rows.map((row) => {
    const cells = Object.fromEntries(names.map((name, i) => [name, row[i] || ""]));
    const choices = Object.fromEntries(
      names.filter((name) => !FIXED.includes(name) && cells[name]).map((name) => [name, cells[name]]),
    );
    return {
      id: cells.id,
      kind: cells.kind,
      name: cells.name || "",
      brigade: cells.brigade || "",
      bases: (cells.tags || "").split(";").map((/** @type {string} */ tag) => tag.trim()).filter(Boolean),
      choices,
    };
  });
}
