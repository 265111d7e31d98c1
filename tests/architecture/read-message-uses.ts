import { parseSync } from "oxc-parser";

type Node = { type: string } & Record<string, unknown>;

/** A path in a catalog: its export's name, then keys. */
type Place = readonly string[];

/**
 * The messages that a module uses, as paths such as `postMessages.notFound`. Follows aliases (`const
 * messages = postMessages`). A part that is passed on whole or read by a computed key counts as
 * entirely used.
 *
 * @param catalogs names of the catalogs' exports
 */
export function readMessageUses(
  path: string,
  source: string,
  catalogs: ReadonlySet<string>,
): string[] {
  const program = asNode(parseSync(path, source).program);
  if (!program) return [];
  const names = new Map<string, Place>();
  const uses = new Set<string>();
  walk(program, (node) => learnNames(node, names, catalogs));
  collectUses(program, names, uses);
  return [...uses];
}

function learnNames(node: Node, names: Map<string, Place>, catalogs: ReadonlySet<string>): void {
  if (node.type === "ImportSpecifier") {
    const imported = identifierName(node["imported"]);
    const local = identifierName(node["local"]);
    if (imported && local && catalogs.has(imported)) names.set(local, [imported]);
  }
  if (node.type === "ExportNamedDeclaration") {
    // A schema next to its catalog takes its messages from there.
    for (const declarator of declaratorsOf(asNode(node["declaration"]))) {
      const name = identifierName(declarator["id"]);
      if (name && catalogs.has(name)) names.set(name, [name]);
    }
  }
  if (node.type === "VariableDeclarator") {
    const name = identifierName(node["id"]);
    const place = placeOf(asNode(node["init"]), names);
    if (name && place?.isExact) names.set(name, place.place);
  }
}

function collectUses(node: Node, names: Map<string, Place>, uses: Set<string>): void {
  if (node.type === "ImportDeclaration") return;
  if (node.type === "VariableDeclarator") {
    const found = placeOf(asNode(node["init"]), names);
    const target = asNode(node["id"]);
    if (target?.type === "Identifier") {
      const init = asNode(node["init"]);
      if (init && !found?.isExact) collectUses(init, names, uses);
      return;
    }
    if (found?.isExact && target?.type === "ObjectPattern") {
      for (const key of patternKeys(target)) uses.add([...found.place, ...key].join("."));
      return;
    }
  }
  const found = placeOf(node, names);
  if (found) {
    uses.add(found.place.join("."));
    return;
  }
  for (const child of childrenOf(node)) collectUses(child, names, uses);
}

/** `messages.notFound`, or only `messages` for `messages[key]`. */
function placeOf(
  node: Node | undefined,
  names: Map<string, Place>,
): { place: Place; isExact: boolean } | undefined {
  if (node?.type === "Identifier") {
    const place = names.get(identifierName(node) ?? "");
    return place && { place, isExact: true };
  }
  if (node?.type !== "MemberExpression") return undefined;
  const object = placeOf(asNode(node["object"]), names);
  const key = node["computed"] === true ? undefined : identifierName(node["property"]);
  if (!object?.isExact || key === undefined) return object && { ...object, isExact: false };
  return { place: [...object.place, key], isExact: true };
}

/** The keys that a destructuring pattern reads. An empty one means all of them. */
function patternKeys(pattern: Node): Place[] {
  return childrenOf(pattern).map((property) => {
    const key = property.type === "Property" ? identifierName(property["key"]) : undefined;
    return key === undefined ? [] : [key];
  });
}

function declaratorsOf(declaration: Node | undefined): Node[] {
  if (declaration?.type !== "VariableDeclaration") return [];
  return childrenOf(declaration).filter(({ type }) => type === "VariableDeclarator");
}

function walk(node: Node, visit: (node: Node) => void): void {
  visit(node);
  for (const child of childrenOf(node)) walk(child, visit);
}

function childrenOf(node: Node): Node[] {
  // The name after a dot and the key of a property aren't references.
  const skipped =
    node["computed"] === true ? "" : { MemberExpression: "property", Property: "key" }[node.type];
  return Object.entries(node)
    .filter(([key]) => key !== skipped)
    .flatMap(([, value]): unknown[] => (Array.isArray(value) ? value : [value]))
    .map(asNode)
    .filter((child) => child !== undefined);
}

function identifierName(value: unknown): string | undefined {
  const node = asNode(value);
  return node?.type === "Identifier" && typeof node["name"] === "string" ? node["name"] : undefined;
}

function asNode(value: unknown): Node | undefined {
  return isNode(value) ? value : undefined;
}

function isNode(value: unknown): value is Node {
  return (
    typeof value === "object" && value !== null && "type" in value && typeof value.type === "string"
  );
}
