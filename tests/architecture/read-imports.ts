import { existsSync, statSync } from "node:fs";
import { dirname, join, normalize, resolve } from "node:path";
import { parseSync, Visitor } from "oxc-parser";

/** What a module imports: one of our files (from the root), a package, or a computed path. */
export type ImportTarget =
  | { kind: "file"; path: string }
  | { kind: "package"; name: string }
  | { kind: "computed" };

const root = resolve(import.meta.dirname, "../..");
const endings = ["", ".ts", ".tsx", ".mts", ".mjs", "/index.ts", "/index.tsx"];

/**
 * All imports of a module: import statements (also of types), re-exports, `import()`, `require()`, and
 * `import("…")` types.
 *
 * @param path from the repository's root, with slashes; the file doesn't have to exist
 */
export function readImports(path: string, source: string): ImportTarget[] {
  const { program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} cannot be parsed: ${errors[0]?.message}`);
  const targets: ImportTarget[] = [];
  const add = (specifier: string) => targets.push(targetOf(path, specifier));
  const addExpression = (argument: { type: string; value?: unknown } | undefined) => {
    if (argument?.type === "Literal" && typeof argument.value === "string") add(argument.value);
    else targets.push({ kind: "computed" });
  };
  new Visitor({
    ImportDeclaration: ({ source: { value } }) => add(value),
    ExportAllDeclaration: ({ source: { value } }) => add(value),
    ExportNamedDeclaration: ({ source: from }) => {
      if (from) add(from.value);
    },
    ImportExpression: (expression) => addExpression(expression.source),
    TSImportType: (type) => add(type.source.value),
    TSExternalModuleReference: (reference) => add(reference.expression.value),
    CallExpression: ({ callee, arguments: [argument] }) => {
      if (callee.type === "Identifier" && callee.name === "require") addExpression(argument);
    },
  }).visit(program);
  return targets;
}

function targetOf(importer: string, specifier: string): ImportTarget {
  if (specifier.startsWith("@/")) return { kind: "file", path: fileOf(specifier.slice(2)) };
  if (specifier.startsWith(".")) {
    return { kind: "file", path: fileOf(join(dirname(importer), specifier)) };
  }
  return { kind: "package", name: packageOf(specifier) };
}

/** The path of the file on disk if there is one, otherwise the path as written. */
function fileOf(path: string): string {
  const written = normalize(path).replaceAll("\\", "/");
  const ending = endings.find((each) => isFile(join(root, written + each)));
  return written + (ending ?? "");
}

function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile();
}

/** `next/link` → `next`, `@prisma/client/runtime/client` → `@prisma/client`, `node:fs/promises` → `node:fs`. */
function packageOf(specifier: string): string {
  // What only the server may import of a package that the browser uses too.
  if (specifier === "libphonenumber-js/max") return specifier;
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}
