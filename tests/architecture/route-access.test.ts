import { globSync, readFileSync } from "node:fs";
import { parseSync, type Program } from "oxc-parser";
import { describe, expect, test } from "vitest";

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const kits: Record<string, string> = {
  route: "@/lib/http/route/route",
  // These two are opened by a signature, which their definitions cannot leave out.
  webhook: "@/lib/http/route/webhook",
  signedLink: "@/lib/http/route/signed-link",
};

/** What is wrong with a route file: methods that the kit does not guard, or that do not say for whom. */
function problemsOf(source: string): string[] {
  const { program } = parseSync("route.ts", source);
  const imported = importedNames(program);
  const problems: string[] = [];
  let handlers = 0;
  for (const statement of program.body) {
    if (statement.type === "ExportAllDeclaration") problems.push("exports what it does not name");
    if (statement.type !== "ExportNamedDeclaration") continue;
    if (statement.specifiers.length > 0) problems.push("exports what it does not make here");
    const { declaration } = statement;
    if (declaration?.type === "FunctionDeclaration") {
      problems.push(`${declaration.id?.name ?? "?"} is not made by the kit`);
    }
    if (declaration?.type !== "VariableDeclaration") continue;
    for (const { id, init } of declaration.declarations) {
      const name = id.type === "Identifier" ? id.name : "?";
      if (name !== "?" && !methods.has(name)) continue;
      handlers += 1;
      const kit =
        init?.type === "CallExpression" && init.callee.type === "Identifier"
          ? init.callee.name
          : "";
      if (init?.type !== "CallExpression" || imported.get(kit) !== (kits[kit] ?? "")) {
        problems.push(`${name} is not made by the kit`);
        continue;
      }
      const [definition] = init.arguments;
      const states =
        definition?.type === "ObjectExpression" &&
        definition.properties.some(
          (property) =>
            property.type === "Property" &&
            property.key.type === "Identifier" &&
            property.key.name === "access",
        );
      if (kit === "route" && !states) problems.push(`${name} does not state its access`);
    }
  }
  if (handlers === 0) problems.push("has no handler");
  return problems;
}

function importedNames(program: Program): Map<string, string> {
  const names = new Map<string, string>();
  for (const statement of program.body) {
    if (statement.type !== "ImportDeclaration") continue;
    for (const specifier of statement.specifiers) {
      names.set(specifier.local.name, statement.source.value);
    }
  }
  return names;
}

describe("every route under app/api", () => {
  const files = globSync("app/api/**/route.{ts,tsx}");

  test("is seen", () => {
    expect(files.length).toBeGreaterThan(9);
  });

  test.each(files)("%s is made by the kit and states who may call it", (file) => {
    expect(problemsOf(readFileSync(file, "utf8"))).toEqual([]);
  });
});

describe("a violation is seen", () => {
  const kit = 'import { route } from "@/lib/http/route/route";\n';

  test.each([
    [`${kit}export const GET = route({ access: "public", handler: () => 1 });`, []],
    [`${kit}export const GET = route({ handler: () => 1 });`, ["GET does not state its access"]],
    [`${kit}export async function POST() {}`, ["POST is not made by the kit", "has no handler"]],
    [`${kit}export const PUT = () => new Response();`, ["PUT is not made by the kit"]],
    [
      'import { route } from "./mine";\nexport const GET = route({ access: "public" });',
      ["GET is not made by the kit"],
    ],
    ["export const GET = open({});", ["GET is not made by the kit"]],
    [
      "const GET = () => 1;\nexport { GET };",
      ["exports what it does not make here", "has no handler"],
    ],
    ['export * from "./other";', ["exports what it does not name", "has no handler"]],
  ])("in %s", (source, problems) => {
    expect(problemsOf(source)).toEqual(problems);
  });
});
