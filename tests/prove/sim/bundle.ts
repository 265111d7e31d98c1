import { mkdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { build, type Plugin } from "esbuild";

/** A change to our source, for one bundle only: the old text must be there exactly once. */
export type Edit = { file: string; from: string; to: string };

/** What every simulator changes. */
export const commonEdits: readonly Edit[] = [
  // Small batches, so that a few people fill several.
  {
    file: "lib/domain/delivery/schedule/batch-size.ts",
    from: "const batchRows = { email: 500, sms: 50 }",
    to: "const batchRows = { email: 3, sms: 2 }",
  },
  // Otherwise, a seed wouldn't do the same twice.
  {
    file: "lib/domain/delivery/engine/send-batch.ts",
    from: "const attemptId = randomUUID();",
    to: "const attemptId = virtualUuid();",
  },
  // Alerts don't decide who gets what, and would be half of all statements.
  {
    file: "lib/domain/delivery/engine/tick.ts",
    from: '  await attempt("check the next date", () => checkNextDate(ctx));\n  await attempt("send alerts", () => sendAlerts(ctx));\n',
    to: "",
  },
  // Nobody pays or leaves while commits are lost, and these read files, in real time.
  {
    file: "lib/domain/recovery/catch-up.ts",
    from: "  await replayErasures(ctx);\n  await reconcile(ctx);\n",
    to: "",
  },
  // Planning each statement every time would be a third of the time.
  {
    file: "lib/platform/database/database.ts",
    from: '  if (!sql.startsWith("/* prepared */")) return "";\n',
    to: "",
  },
];

const virtualGlobals = resolve("tests/prove/sim/virtual-globals.ts");

/** Applies edits while bundling, and gives the service's code virtual processes. */
function simulatorPlugin(edits: readonly Edit[]): Plugin {
  return {
    name: "simulator",
    setup(bundler) {
      bundler.onResolve({ filter: /^@\/lib\/platform\/processes$/ }, () => ({
        path: virtualGlobals,
      }));
      for (const file of new Set(edits.map((edit) => edit.file))) {
        const path = resolve(file);
        const filter = new RegExp(`${file.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)}$`);
        bundler.onLoad({ filter }, async () => {
          const source = await readFile(path, "utf8");
          const contents = edits
            .filter((edit) => edit.file === file)
            .reduce((text, edit) => replaceOnce(text, edit), source);
          return { contents, loader: "ts" };
        });
      }
    },
  };
}

function replaceOnce(text: string, { file, from, to }: Edit): string {
  const [before, after, ...more] = text.split(from);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${file} must contain this exactly once:\n${from}`);
  }
  return before + to + after;
}

/** Bundles the simulator, with the service's code and edits to it. Returns the bundle's path. */
export async function bundleSimulator(name: string, edits: readonly Edit[] = []): Promise<string> {
  const outfile = resolve(`.test/prove/${name}.mjs`);
  mkdirSync(resolve(".test/prove"), { recursive: true });
  const plugin = simulatorPlugin([...commonEdits, ...edits]);
  await build({
    entryPoints: ["tests/prove/sim/process.ts"],
    outfile,
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node24",
    jsx: "automatic",
    sourcemap: true,
    alias: { "@": resolve(".") },
    logLevel: "silent",
    inject: [virtualGlobals],
    define: {
      "process.pid": "virtualProcess.pid",
      "Date.now": "virtualNow",
      "Math.random": "virtualRandom",
    },
    plugins: [plugin],
  });
  return outfile;
}
