/** The methods of each path, as in an OpenAPI document. */
export type DocumentedPaths = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const pageMethods = ["GET", "HEAD"];

// Next answers these with 404 where there is no route.
const commonMethods = ["GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"];

/**
 * Makes a function that returns the methods of a path. Everything outside `/api/` is a page or a
 * file, which can only be read.
 *
 * @param paths the API's paths
 */
export function allowedMethods(paths: DocumentedPaths): (path: string) => readonly string[] {
  const routes = Object.entries(paths)
    .map(([path, methods]) => ({ pattern: path.split("/"), methods: methodsOf(methods) }))
    // Next prefers a fixed name to a parameter.
    .toSorted((a, b) => countParameters(a.pattern) - countParameters(b.pattern));
  return (path) => {
    const names = decodeURIComponent(path).replace(/\/$/, "").split("/");
    if (names[1] !== "api") return pageMethods;
    return routes.find(({ pattern }) => matches(pattern, names))?.methods ?? commonMethods;
  };
}

function matches(pattern: readonly string[], names: readonly string[]): boolean {
  return (
    pattern.length === names.length &&
    pattern.every((part, index) => isParameter(part) || part === names[index])
  );
}

function isParameter(part: string): boolean {
  return part.startsWith("{");
}

function countParameters(pattern: readonly string[]): number {
  return pattern.filter(isParameter).length;
}

/** Next answers HEAD like GET, and OPTIONS everywhere. */
function methodsOf(documented: Readonly<Record<string, unknown>>): string[] {
  const methods = Object.keys(documented).map((method) => method.toUpperCase());
  return [...new Set([...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"])];
}
