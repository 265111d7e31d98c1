// Entry point of `npm start` and the other npm scripts. It has to run on Node 20 with no packages: it
// installs what is missing, then continues on the Node version from package.json.
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const oldestNode = 20;
const oldestNpm = 10;
/** The version that the service runs on; see `node` in package.json. */
const serviceNode = 24;
/** Commands that also need the packages for development and tests. */
const developing = ["dev", "test", "check", "bench", "prove", "generate"];
const parentCheckMs = 500;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = join(root, "node_modules");
const stampPath = join(packages, ".threeline-installed");
const bundledNode = join(
  packages,
  "node",
  "bin",
  process.platform === "win32" ? "node.exe" : "node",
);

const needsAll = developing.includes(process.argv[2] ?? "");
/** Commands that work on the service read its settings from `.env`; the environment wins. Tests don't. */
const readsSettings = ["start", "dev", "build", "cli"].includes(process.argv[2] ?? "");

/** The current child process: npm, or the program itself. */
let child;
let isStopping = false;

function fail(message) {
  console.error(message);
  process.exit(1);
}

/** Passes the signal on to the current child process. */
function stop(signal) {
  isStopping = true;
  child?.kill(signal);
}

function watchParent() {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !isStopping) stop("SIGTERM");
  }, parentCheckMs).unref();
}

/**
 * Identifies what is installed: the lock file, the platform, and whether it includes development packages.
 */
function stampOf(isComplete) {
  const lock = join(root, "package-lock.json");
  const content = readFileSync(existsSync(lock) ? lock : join(root, "package.json"));
  const digest = createHash("sha256").update(content).digest("hex");
  return `${digest} ${process.platform} ${process.arch}${isComplete ? " complete" : ""}`;
}

function isInstalled() {
  if (!existsSync(bundledNode)) return false;
  if (!existsSync(stampPath)) return wasInstalledByHand();
  const stamp = readFileSync(stampPath, "utf8");
  return stamp === stampOf(true) || (!needsAll && stamp === stampOf(false));
}

/** Development packages, once installed, are kept up to date. */
function installsAll() {
  return (
    needsAll || (existsSync(stampPath) && readFileSync(stampPath, "utf8").endsWith("complete"))
  );
}

/** npm writes its own record last, so one that is newer than the lock file means a complete install. */
function wasInstalledByHand() {
  const record = join(packages, ".package-lock.json");
  const lock = join(root, "package-lock.json");
  if (!existsSync(record) || !existsSync(lock)) return false;
  if (statSync(record).mtimeMs < statSync(lock).mtimeMs) return false;
  // `npm ci` installs everything unless told otherwise.
  writeFileSync(stampPath, stampOf(existsSync(join(packages, "vitest"))));
  return isInstalled();
}

async function installMissing() {
  if (isInstalled()) return;
  const release = await takeInstallLock();
  try {
    if (!isInstalled()) await install();
  } finally {
    release();
  }
}

/** Two starts at the same time must not install over each other. */
async function takeInstallLock() {
  const name = createHash("sha256").update(root).digest("hex").slice(0, 16);
  const path = join(tmpdir(), `threeline-install-${name}.lock`);
  const own = `${path}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    for (let isAnnounced = false; ;) {
      try {
        linkSync(own, path);
        return () => rmSync(path, { force: true });
      } catch (error) {
        if (error.code !== "EEXIST") throw error;
      }
      if (!isRunning(path)) rmSync(path, { force: true });
      else {
        if (!isAnnounced)
          console.log("Waiting for another start to finish installing the packages…");
        isAnnounced = true;
        await delay(500);
      }
    }
  } finally {
    rmSync(own, { force: true });
  }
}

function isRunning(lockPath) {
  try {
    process.kill(Number(readFileSync(lockPath, "utf8")), 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

async function install() {
  const hasLock = existsSync(join(root, "package-lock.json"));
  // Without a stamp, no install ever finished, so start clean. With one, the install is just outdated.
  const isFresh = !existsSync(stampPath);
  const isComplete = installsAll();
  rmSync(stampPath, { force: true });
  rmSync(join(packages, ".package-lock.json"), { force: true });
  console.log("Installing packages (about a minute the first time)…");
  const code = await runNpm([
    ...(hasLock && isFresh ? ["ci"] : ["install", "--no-save"]),
    isComplete ? "--include=dev" : "--omit=dev",
  ]);
  if (isStopping) process.exit(1);
  if (code !== 0) fail("Couldn't install the packages; see npm's error above.");
  if (!existsSync(bundledNode)) {
    fail(
      "npm skipped the packages' install scripts. Run `npm config delete ignore-scripts` and start again.",
    );
  }
  writeFileSync(stampPath, stampOf(isComplete));
}

function runNpm(command) {
  const npm = process.env.npm_execpath;
  const [file, ...first] = npm?.endsWith(".js") ? [process.execPath, npm] : ["npm"];
  const shell = file === "npm" && process.platform === "win32";
  const { stdout } = spawnSync(file, [...first, "--version"], { encoding: "utf8", shell });
  // Debian 13 has npm 9, which can't read the overrides in package.json but can fetch a newer npm.
  if (Number.parseInt(stdout, 10) < oldestNpm) {
    first.push("exec", "--yes", `--package=npm@${oldestNpm}`, "--", "npm");
  }
  const args = [...command, "--no-fund", "--no-audit", "--loglevel=error"];
  return run(file, [...first, ...args], {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
    shell,
  });
}

/** Runs a program and returns its exit code, or 128 plus the number of the signal that ended it. */
function run(command, args, options) {
  return new Promise((resolve) => {
    child = spawn(command, args, options);
    child.once("error", (error) => fail(`Can't run ${command}: ${error.message}.`));
    child.once("exit", (code, signal) => {
      child = undefined;
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

async function main() {
  const [major = "0"] = process.versions.node.split(".");
  if (Number(major) < oldestNode) {
    fail(`Node ${oldestNode} or newer is required, and this is Node ${process.versions.node}.`);
  }
  process.on("SIGINT", () => stop("SIGINT"));
  process.on("SIGTERM", () => stop("SIGTERM"));
  process.on("SIGHUP", () => stop("SIGTERM"));
  watchParent();
  process.chdir(root);
  await installMissing();
  if (isStopping) process.exit(0);
  // The machine's Node if it's new enough, otherwise the one in the packages.
  const node = Number(major) >= serviceNode ? process.execPath : bundledNode;
  // The IPC channel closes when this process exits for any reason, which tells the program to stop.
  const settings = readsSettings && existsSync(".env") ? ["--env-file=.env"] : [];
  const code = await run(node, [...settings, "scripts/run.mjs", ...process.argv.slice(2)], {
    cwd: root,
    stdio: ["inherit", "inherit", "inherit", "ipc"],
    env: {
      ...process.env,
      PATH: `${join(packages, ".bin")}${delimiter}${process.env.PATH ?? ""}`,
    },
  });
  process.exit(code);
}

await main();
