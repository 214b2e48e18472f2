// A rule of the linter that finds no fault: it tells what each script gives and what it takes.
const nameOf = (node) => node.name ?? node.value;

function given(declaration) {
  if (declaration.id) return [declaration.id.name];
  return declaration.declarations.map((one) => one.id.name);
}

function exchange(context) {
  const tell = (node, verb, names, source) => {
    for (const name of names) context.report({ node, message: [verb, name, source?.value].join(" ").trim() });
  };
  return {
    ExportNamedDeclaration(node) {
      if (node.declaration) tell(node, "gives", given(node.declaration));
      tell(node, "gives", node.specifiers.map((one) => nameOf(one.exported)));
      if (node.source) tell(node, "takes", node.specifiers.map((one) => nameOf(one.local)), node.source);
    },
    ImportDeclaration(node) {
      const names = node.specifiers.map((one) => one.imported ? nameOf(one.imported) : "*");
      tell(node, "takes", names.length ? names : ["-"], node.source);
    },
    ImportExpression(node) {
      tell(node, "takes", ["*"], node.source);
    },
  };
}

export default { name: "house", rules: { exchange: { create: exchange } } };
