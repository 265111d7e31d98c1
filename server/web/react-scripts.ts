import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

const source = "next/dist/compiled/react-dom/cjs/react-dom-server.node.production.js";

/** A string literal in the source that holds a script, or the beginning of one. */
const scriptLiteral =
  /(?:'(?<single>(?:\$R[A-Z]=|requestAnimationFrame\()(?:\\.|[^'\\\n])*)'|"(?<double>(?:\$R[A-Z]=|requestAnimationFrame\()(?:\\.|[^"\\\n])*)")/g;

/** A call of one of the functions, whose arguments React writes as JSON. */
const call = /^\$R[A-Z]\((?<values>.*)\);?$/s;

/**
 * Makes a function that checks whether React wrote an inline script while streaming a page: its own
 * functions, word for word, and a call of one of them with plain values. The functions are read from the
 * installed version of React.
 */
export function createReactScriptCheck(): (code: string) => boolean {
  const definitions = readDefinitions();
  return (code) => {
    let rest = code;
    for (;;) {
      const start = rest;
      const known = definitions.find((definition) => start.startsWith(definition));
      if (known === undefined) break;
      rest = rest.slice(known.length);
    }
    const values = call.exec(rest)?.groups?.["values"];
    if (values === undefined) return rest === "" && code !== "";
    return isJson(`[${values}]`);
  };
}

/** Longest first, because one can be the beginning of another. */
function readDefinitions(): string[] {
  const text = readFileSync(createRequire(import.meta.url).resolve(source), "utf8");
  const found = [...text.matchAll(scriptLiteral)].map(({ groups }) => {
    const literal = groups?.["single"] ?? groups?.["double"] ?? "";
    // A literal can end with the beginning of the call, such as `$RC("`.
    return unescapeText(literal).replace(/\$R[A-Z]\("$/, "");
  });
  return found.toSorted((a, b) => b.length - a.length);
}

function unescapeText(literal: string): string {
  return literal.replaceAll(/\\(.)/g, (_, escaped: string) => (escaped === "n" ? "\n" : escaped));
}

/** Returns whether a text is JSON. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
