import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { build, context, stop, type BuildOptions, type OutputFile, type Plugin } from "esbuild";

/** The processes that are bundled into `dist/`. */
const processes = {
  bench: "bench/main.ts",
  cli: "scripts/cli/main.ts",
  main: "scripts/main.ts",
  postgres: "server/postgres/main.ts",
  prove: "tests/prove/main.ts",
  run: "server/run/main.ts",
  sandbox: "sandbox/main.ts",
  web: "server/web/main.ts",
  worker: "server/worker/main.ts",
} as const;

/** Options for every process: our code in one file, packages loaded by Node. */
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
 * Bundles the named processes, all by default, into `dist/NAME.mjs`. Skips entries that don't exist. Replaces
 * changed files atomically, so a process that is just starting never reads half a file.
 */
export async function buildProcesses(
  names: readonly string[] = Object.keys(processes),
): Promise<void> {
  const entries = Object.entries(processes).filter(
    ([name, entry]) => names.includes(name) && existsSync(entry),
  );
  const result = await build(bundleOptions(Object.fromEntries(entries)));
  for (const file of result.outputFiles) writeIfChanged(file);
}

/** Stops esbuild's own process, which otherwise keeps running for the next build. */
export async function stopBundler(): Promise<void> {
  await stop();
}

/**
 * Rebundles a process whenever its sources change, and calls `onChange` if the bundle changed. Returns a
 * function that stops watching.
 */
export async function watchProcess(
  name: keyof typeof processes,
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
    ...bundleOptions({ [name]: processes[name] }),
    plugins: [replace],
    logLevel: "warning",
  });
  await watching.watch();
  return () => watching.dispose();
}

/** Writes an output file atomically. Returns whether it changed. */
function writeIfChanged(file: OutputFile): boolean {
  if (existsSync(file.path) && readFileSync(file.path).equals(file.contents)) return false;
  mkdirSync(dirname(file.path), { recursive: true });
  const temporary = `${file.path}.${process.pid}`;
  writeFileSync(temporary, file.contents);
  renameSync(temporary, file.path);
  return true;
}
