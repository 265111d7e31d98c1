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
import { cp } from "node:fs/promises";
import { dirname, join, relative } from "node:path";
import { pipeline } from "node:stream/promises";
import { pageVariables } from "@/lib/platform/env-pages";
import { exitOf } from "../run/child-exit";
import { withLock } from "../run/instance-lock";
import { OperatorError } from "@/lib/platform/operator-error";
import { shareServerChunks } from "./shared-chunks";
import {
  compressStaticFiles,
  embedFirstFonts,
  hideBrowserMaps,
  hintStartScripts,
} from "./static-output";

const nextProgram = "node_modules/next/dist/bin/next";

const inputs = [
  "app/**",
  "components/**",
  "lib/**",
  "public/**",
  "prisma/schema.prisma",
  "server/build/shared-chunks.ts",
  "server/build/static-output.ts",
  "middleware.ts",
  "next.config.ts",
  "package-lock.json",
  "postcss.config.*",
  "tsconfig.json",
  "tsconfig.next.json",
];

/**
 * Where the instance in `dataDir` builds its pages. Each instance has its own folder, because Next stores
 * pages rendered from the database there.
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
  return existsSync(stamp) && readFileSync(stamp, "utf8") === stampOf(hashSources(), variables);
}

/**
 * Builds the pages unless they are current. Reuses a build of the same sources for other settings or another
 * instance. An interrupted build leaves no stamp, so the next start rebuilds.
 *
 * @throws OperatorError when `next build` fails; its output is in `logPath`
 */
export async function buildPages(options: BuildOptions): Promise<void> {
  const { distDir, variables } = options;
  await withLock(lockPath(distDir), async () => {
    if (isBuildCurrent(distDir, variables)) return;
    const sources = hashSources();
    if (!(await reuseBuild(sources, distDir))) {
      rmSync(stampPath(distDir), { force: true });
      await nextBuild(options);
      await shareServerChunks(distDir);
      await hintStartScripts(distDir);
      await hideBrowserMaps(distDir);
      await embedFirstFonts(distDir);
      await compressStaticFiles(distDir);
    }
    writeFileSync(stampPath(distDir), stampOf(sources, variables));
  });
}

/** Pages and feeds that were rendered from an instance's database and settings. */
const renderedPages = /[/\\]server[/\\]app[/\\].*\.(?:html|rsc|body|meta|segments)$/;

/**
 * Reuses a build of these sources, without its rendered pages: Next renders them on first request.
 *
 * @returns whether there was one
 */
async function reuseBuild(sources: string, distDir: string): Promise<boolean> {
  if (!isBuiltFrom(sources, distDir) && !(await copyBuild(sources, distDir))) return false;
  rmSync(stampPath(distDir), { force: true });
  for (const path of globSync(join(distDir, "server/app/**"))) {
    if (renderedPages.test(path)) rmSync(path, { recursive: true, force: true });
  }
  return true;
}

async function copyBuild(sources: string, distDir: string): Promise<boolean> {
  for (const path of globSync(stampPath(".next/*"))) {
    const other = dirname(path);
    // Checked before taking its lock: a build in progress may be waiting for ours.
    if (other === distDir || !isBuiltFrom(sources, other)) continue;
    const isCopied = await withLock(lockPath(other), async () => {
      if (!isBuiltFrom(sources, other)) return false;
      // Without its stamp, so that an interrupted copy isn't used.
      const omitted = [join(other, "cache"), path];
      rmSync(distDir, { recursive: true, force: true });
      await cp(other, distDir, {
        recursive: true,
        verbatimSymlinks: true,
        filter: (source) => !omitted.includes(source) && !renderedPages.test(source),
      });
      return true;
    });
    if (isCopied) return true;
  }
  return false;
}

async function nextBuild({ distDir, variables, logPath, signal }: BuildOptions): Promise<void> {
  // Writing Next's cache takes longer than it saves, unless the pages are built again and again.
  const isFirst = !existsSync(join(distDir, "BUILD_ID"));
  mkdirSync(distDir, { recursive: true });
  const child = spawn(process.execPath, [nextProgram, "build"], {
    stdio: ["ignore", "pipe", "pipe"],
    env: {
      ...variables,
      // Next must not read `.env` files: all processes share the same settings.
      __NEXT_PROCESSED_ENV: "true",
      NEXT_BUILD_CACHE: isFirst ? "off" : "on",
      NEXT_DIST_DIR: distDir,
      NO_COLOR: "1",
      NODE_ENV: "production",
    },
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

function isBuiltFrom(sources: string, distDir: string): boolean {
  const stamp = stampPath(distDir);
  return existsSync(stamp) && readFileSync(stamp, "utf8").startsWith(sources);
}

function lockPath(distDir: string): string {
  return `dist/${distDir.replaceAll("/", "-")}.lock`;
}

/** What the pages were built from, and for which settings. */
function stampOf(sources: string, variables: NodeJS.ProcessEnv): string {
  const settings = pageVariables.map((name) => `${name}=${variables[name] ?? ""}`);
  return [sources, ...settings].join("\n");
}

function hashSources(): string {
  const hash = createHash("sha256");
  for (const file of inputs.flatMap((pattern) => globSync(pattern)).toSorted()) {
    if (!statSync(file).isFile() || /\.test\.tsx?$/.test(file)) continue;
    hash.update(`${file}\0`).update(readFileSync(file)).update("\0");
  }
  return hash.digest("hex");
}
