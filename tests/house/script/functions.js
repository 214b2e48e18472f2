// A rule of the linter: no function is longer than one sees at a time, none decides too much.
const MOST_LINES = 40;
const MOST_PATHS = 12;

const FUNCTIONS = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"];
const FORKS = [
  "IfStatement",
  "ConditionalExpression",
  "ForStatement",
  "ForInStatement",
  "ForOfStatement",
  "WhileStatement",
  "DoWhileStatement",
  "CatchClause",
  "LogicalExpression",
];

// What a reader calls it: its own name, or that of the method, field or variable that holds it.
function nameOf(node) {
  const { parent } = node;
  const named = node.id || (["MethodDefinition", "Property"].includes(parent.type) ? parent.key : parent.id);
  return named?.name || "a function without a name";
}

function limits(context) {
  const open = [];
  const enter = () => open.push(1);
  const fork = () => open.length && open.push(open.pop() + 1);
  const leave = (node) => {
    const paths = open.pop();
    const lines = context.sourceCode.getText(node).split("\n").length;
    if (lines > MOST_LINES) context.report({ node, message: `${nameOf(node)} has ${lines} lines` });
    if (paths > MOST_PATHS) context.report({ node, message: `${nameOf(node)} has ${paths} paths` });
  };
  return {
    ...Object.fromEntries(FUNCTIONS.flatMap((kind) => [[kind, enter], [`${kind}:exit`, leave]])),
    ...Object.fromEntries(FORKS.map((kind) => [kind, fork])),
    SwitchCase: (node) => node.test && fork(),
    AssignmentExpression: (node) => ["&&=", "||=", "??="].includes(node.operator) && fork(),
  };
}

export default { name: "house", rules: { "small-functions": { create: limits } } };
