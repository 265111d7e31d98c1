// The way in behind `npm start` and its siblings. It runs on Node 20 with nothing installed:
// it installs what is missing, then hands over to the Node that came with the packages.
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, linkSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { constants, tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const OLDEST_NODE = 20;
const PARENT_CHECK_MS = 500;

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const packages = join(root, "node_modules");
const stampPath = join(packages, ".threeline-installed");
const bundledNode = join(
  packages,
  "node",
  "bin",
  process.platform === "win32" ? "node.exe" : "node",
);

/** What runs now: npm, or the program itself. */
let child;
let isStopping = false;

function fail(sentence) {
  console.error(sentence);
  process.exit(1);
}

/** Passes the wish to stop on to whatever runs now. */
function stop(signal) {
  isStopping = true;
  child?.kill(signal);
}

function watchParent() {
  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent && !isStopping) stop("SIGTERM");
  }, PARENT_CHECK_MS).unref();
}

/** What the installed packages must match: the lock, and the machine they were built for. */
function wantedStamp() {
  const lock = join(root, "package-lock.json");
  const content = readFileSync(existsSync(lock) ? lock : join(root, "package.json"));
  const digest = createHash("sha256").update(content).digest("hex");
  return `${digest} ${process.platform} ${process.arch}`;
}

function isInstalled() {
  if (!existsSync(bundledNode)) return false;
  if (existsSync(stampPath)) return readFileSync(stampPath, "utf8") === wantedStamp();
  return wasInstalledByHand();
}

/** npm writes its own record last: one that is newer than the lock stands for a whole install. */
function wasInstalledByHand() {
  const record = join(packages, ".package-lock.json");
  const lock = join(root, "package-lock.json");
  if (!existsSync(record) || !existsSync(lock)) return false;
  if (statSync(record).mtimeMs < statSync(lock).mtimeMs) return false;
  writeFileSync(stampPath, wantedStamp());
  return true;
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

/** Two starts at once must not install over each other. */
async function takeInstallLock() {
  const name = createHash("sha256").update(root).digest("hex").slice(0, 16);
  const path = join(tmpdir(), `threeline-install-${name}.lock`);
  const own = `${path}.${process.pid}`;
  writeFileSync(own, String(process.pid));
  try {
    for (let isFromWebhook = false; ;) {
      try {
        linkSync(own, path);
        return () => rmSync(path, { force: true });
      } catch (error) {
        if (error.code !== "EEXIST") throw error;
      }
      if (!isRunning(path)) rmSync(path, { force: true });
      else {
        if (!isFromWebhook)
          console.log("Waiting for another start that is installing the packages…");
        isFromWebhook = true;
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
  // Without the stamp an install was never finished: begin again. With one it is merely older.
  const isFresh = !existsSync(stampPath);
  rmSync(stampPath, { force: true });
  rmSync(join(packages, ".package-lock.json"), { force: true });
  console.log("Installing the packages, which takes about a minute the first time…");
  // npm refuses a clean install when a package that asks for the latest of another has moved on;
  // an ordinary one that leaves the lock as it is then does.
  const isClean = hasLock && isFresh && (await runNpm(["ci"], "ignore")) === 0;
  if (!isClean && !isStopping) {
    const code = await runNpm(["install", "--no-save"], "inherit");
    if (code !== 0) fail("The packages could not be installed, as npm says above.");
  }
  if (isStopping) process.exit(1);
  if (!existsSync(bundledNode)) {
    fail(
      "The packages were installed without their scripts; run `npm config delete ignore-scripts`.",
    );
  }
  writeFileSync(stampPath, wantedStamp());
}

function runNpm(command, errors) {
  const npm = process.env.npm_execpath;
  const args = [...command, "--include=dev", "--no-fund", "--no-audit", "--loglevel=error"];
  const options = { cwd: root, stdio: ["ignore", "ignore", errors] };
  return npm?.endsWith(".js")
    ? run(process.execPath, [npm, ...args], options)
    : run("npm", args, { ...options, shell: process.platform === "win32" });
}

/** Runs a program to its end; answers its exit code, or 128 and the signal that ended it. */
function run(command, args, options) {
  return new Promise((resolve) => {
    child = spawn(command, args, options);
    child.once("error", (error) => fail(`${command} cannot be run: ${error.message}.`));
    child.once("exit", (code, signal) => {
      child = undefined;
      resolve(code ?? 128 + (constants.signals[signal] ?? 0));
    });
  });
}

async function main() {
  const [major = "0"] = process.versions.node.split(".");
  if (Number(major) < OLDEST_NODE) {
    fail(`Node ${OLDEST_NODE} or newer is required, and this is Node ${process.versions.node}.`);
  }
  process.on("SIGINT", () => stop("SIGINT"));
  process.on("SIGTERM", () => stop("SIGTERM"));
  process.on("SIGHUP", () => stop("SIGTERM"));
  watchParent();
  process.chdir(root);
  await installMissing();
  if (isStopping) process.exit(0);
  // The channel tells the program when this process is gone, however it went.
  const code = await run(bundledNode, ["scripts/run.mjs", ...process.argv.slice(2)], {
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
