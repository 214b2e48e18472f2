// A rule of the linter: whatever a script gives to others says the types of what it takes.
const FUNCTIONS = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"];

function functionsOf(declaration) {
  if (declaration.type === "ClassDeclaration") {
    return declaration.body.body.filter((one) => one.kind === "constructor").map((
      one,
    ) => [declaration.id, one, one.value]);
  }
  if (declaration.id) return [[declaration.id, declaration, declaration]];
  return (declaration.declarations || []).map((one) => [one.id, declaration, one.init]);
}

// The words of the comments that stand right above a place.
function above(context, node) {
  const { text } = context.sourceCode;
  let [start] = node.range;
  const said = [];
  for (const one of context.sourceCode.getCommentsBefore(node).toReversed()) {
    if (text.slice(one.range[1], start).trim()) break;
    said.push(one.value);
    [start] = one.range;
  }
  return said.join("\n");
}

function typed(context) {
  return {
    ExportNamedDeclaration(node) {
      for (const [id, at, value] of node.declaration ? functionsOf(node.declaration) : []) {
        if (!FUNCTIONS.includes(value?.type) || !value.params.length) continue;
        const place = at === node.declaration ? node : at;
        const said = above(context, place);
        const told = said.match(/@param \{/g)?.length || 0;
        if (!said.includes("@type {") && told < value.params.length) {
          context.report({ node: value, message: `${id.name} does not say what types it takes` });
        }
      }
    },
  };
}

export default { name: "house", rules: { typed: { create: typed } } };
