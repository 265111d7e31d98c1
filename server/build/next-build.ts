import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  createWriteStream,
  existsSync,
  globSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { pipeline } from "node:stream/promises";
import { pageVariables } from "@/lib/platform/env-pages";
import { exitOf } from "../supervisor/child-exit";
import { withLock } from "../supervisor/instance-lock";
import { OperatorError } from "../supervisor/operator-error";
import { compressStaticFiles, hintStartScripts } from "./static-output";

const nextProgram = "node_modules/next/dist/bin/next";

const inputs = [
  "app/**",
  "components/**",
  "lib/**",
  "public/**",
  "prisma/schema.prisma",
  "server/build/static-output.ts",
  "middleware.ts",
  "next.config.ts",
  "package-lock.json",
  "postcss.config.*",
  "tsconfig.json",
  "tsconfig.next.json",
];

/**
 * Where the pages of the instance over `dataDir` are built. Each instance has its own folder, because
 * Next stores pages rendered from the database in it.
 */
export function distDirOf(dataDir: string): string {
  const name = relative(process.cwd(), dataDir);
  if (name === ".data") return ".next/main";
  return `.next/${createHash("sha256").update(dataDir).digest("hex").slice(0, 10)}`;
}

type BuildOptions = {
  distDir: string;
  variables: NodeJS.ProcessEnv;
  logPath: string;
  signal: AbortSignal;
};

/** True when the pages in `distDir` are complete and built from the current sources. */
export function isBuildCurrent(distDir: string, variables: NodeJS.ProcessEnv): boolean {
  const stamp = stampPath(distDir);
  return existsSync(stamp) && readFileSync(stamp, "utf8") === sourcesHash(variables);
}

/**
 * Builds the pages unless they are current. An interrupted build leaves no stamp, so the next start
 * builds again.
 *
 * @throws OperatorError when `next build` fails; its output is in `logPath`
 */
export async function buildPages(options: BuildOptions): Promise<void> {
  await withLock(`dist/${options.distDir.replaceAll("/", "-")}.lock`, async () => {
    if (isBuildCurrent(options.distDir, options.variables)) return;
    const hash = sourcesHash(options.variables);
    rmSync(stampPath(options.distDir), { force: true });
    await nextBuild(options);
    await hintStartScripts(options.distDir);
    await compressStaticFiles(options.distDir);
    writeFileSync(stampPath(options.distDir), hash);
  });
}

async function nextBuild({ distDir, variables, logPath, signal }: BuildOptions): Promise<void> {
  mkdirSync(distDir, { recursive: true });
  const child = spawn(process.execPath, [nextProgram, "build"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...variables, NEXT_DIST_DIR: distDir, NO_COLOR: "1", NODE_ENV: "production" },
    signal,
  });
  const log = createWriteStream(logPath);
  const closed = exitOf(child);
  child.stderr.pipe(log, { end: false });
  await pipeline(child.stdout, log, { end: false });
  const code = await closed;
  log.end();
  await once(log, "close");
  signal.throwIfAborted();
  if (code !== 0) {
    const lastLines = readFileSync(logPath, "utf8").trim().split("\n").slice(-25).join("\n");
    throw new OperatorError(`${lastLines}\nCouldn't build the pages; see ${logPath}.`);
  }
}

function stampPath(distDir: string): string {
  return join(distDir, "threeline-sources");
}

/** A hash of everything that affects the built pages. */
function sourcesHash(variables: NodeJS.ProcessEnv): string {
  const hash = createHash("sha256");
  for (const file of inputs.flatMap((pattern) => globSync(pattern)).toSorted()) {
    if (!statSync(file).isFile() || /\.test\.tsx?$/.test(file)) continue;
    hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  }
  for (const name of pageVariables) hash.update(`${name}=${variables[name] ?? ""}\0`);
  return hash.digest("hex");
}
