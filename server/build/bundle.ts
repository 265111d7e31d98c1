import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { build, context, stop, type BuildOptions, type OutputFile, type Plugin } from "esbuild";

/** The processes beside Next, and what Next loads while it runs, each bundled into one file of `dist/`. */
const PROCESSES = {
  bench: "bench/main.ts",
  cli: "scripts/cli/main.ts",
  main: "scripts/main.ts",
  "page-cache": "lib/http/pages/shared-page-cache.ts",
  postgres: "server/postgres/main.ts",
  sandbox: "sandbox/main.ts",
  web: "server/web/main.ts",
  worker: "server/worker/main.ts",
} as const;

/** What esbuild is told for every process: our code in one file, packages left to Node. */
function bundleOptions(entries: Record<string, string>): BuildOptions & { write: false } {
  return {
    entryPoints: entries,
    outdir: "dist",
    outExtension: { ".js": ".mjs" },
    bundle: true,
    packages: "external",
    platform: "node",
    format: "esm",
    target: "node24",
    jsx: "automatic",
    sourcemap: true,
    alias: { "@": resolve(".") },
    logLevel: "silent",
    write: false,
  };
}

/**
 * Bundles the named processes, all by default, into `dist/NAME.mjs`. Entries that do not exist are
 * left out. Files that did not change are not touched, the others are replaced whole, so that a
 * process starting at the same moment never reads half a file.
 */
export async function buildProcesses(
  names: readonly string[] = Object.keys(PROCESSES),
): Promise<void> {
  const entries = Object.entries(PROCESSES).filter(
    ([name, entry]) => names.includes(name) && existsSync(entry),
  );
  const result = await build(bundleOptions(Object.fromEntries(entries)));
  for (const file of result.outputFiles) writeIfChanged(file);
}

/** Ends esbuild's own process, which otherwise stays for the next build. */
export async function endBundler(): Promise<void> {
  await stop();
}

/**
 * Bundles a process again whenever its sources change, and calls `onChange` when its bundle did.
 * Answers how to end that.
 */
export async function watchProcess(
  name: keyof typeof PROCESSES,
  onChange: () => void,
): Promise<() => Promise<void>> {
  const replace: Plugin = {
    name: "replace-changed-bundles",
    setup: (bundler) => {
      bundler.onEnd((result) => {
        const changes = (result.outputFiles ?? []).map((file) => writeIfChanged(file));
        if (changes.includes(true)) onChange();
      });
    },
  };
  const watching = await context({
    ...bundleOptions({ [name]: PROCESSES[name] }),
    plugins: [replace],
    logLevel: "warning",
  });
  await watching.watch();
  return () => watching.dispose();
}

/** Writes one of esbuild's results, whole or not at all. Answers whether anything changed. */
function writeIfChanged(file: OutputFile): boolean {
  if (existsSync(file.path) && readFileSync(file.path).equals(file.contents)) return false;
  mkdirSync(dirname(file.path), { recursive: true });
  const temporary = `${file.path}.${process.pid}`;
  writeFileSync(temporary, file.contents);
  renameSync(temporary, file.path);
  return true;
}
