import { parseSync, Visitor, type Expression } from "oxc-parser";

/** Where a module bypasses the context: reads of the environment and the real clock. */
export function readsOutsideWorld(path: string, source: string): string[] {
  const found: string[] = [];
  new Visitor({
    MemberExpression: ({ object, property }) => {
      const name = `${nameOf(object)}.${nameOf(property)}`;
      if (name === "process.env") found.push(name);
      if (name === "Date.now") found.push("Date.now()");
    },
    NewExpression: ({ callee, arguments: { length } }) => {
      if (nameOf(callee) === "Date" && length === 0) found.push("new Date()");
    },
  }).visit(parseSync(path, source).program);
  return found;
}

function nameOf(node: Expression | { type: string; name?: string }): string {
  return node.type === "Identifier" && "name" in node ? (node.name ?? "") : "";
}
