import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

let root: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "threeline-bootstrap-"));
  mkdirSync(join(root, "scripts"));
  copyFileSync(join(import.meta.dirname, "bootstrap.mjs"), join(root, "scripts/bootstrap.mjs"));
  writeFileSync(join(root, "package-lock.json"), "{}");
});

afterEach(() => rmSync(root, { recursive: true }));

/** The commands that an npm of this version gets. It installs nothing. */
function commandsFor(version: string, command = "start") {
  const npm = join(root, "npm.js");
  const calls = join(root, "calls");
  writeFileSync(
    npm,
    `const args = process.argv.slice(2);
    if (args[0] === "--version") console.log("${version}");
    else require("node:fs").appendFileSync(${JSON.stringify(calls)}, args.join(" ") + "\\n");
    process.exitCode = args[0] === "--version" ? 0 : 1;`,
  );
  spawnSync(process.execPath, ["scripts/bootstrap.mjs", command], {
    cwd: root,
    env: { ...process.env, npm_execpath: npm },
  });
  return readFileSync(calls, "utf8").trimEnd().split("\n");
}

describe("installing the packages", () => {
  it("uses the npm that is there", () => {
    expect(commandsFor("10.0.0")).toEqual(["ci --omit=dev --no-fund --no-audit --loglevel=error"]);
  });

  it("takes those for development only for what needs them", () => {
    expect(commandsFor("10.0.0", "test")).toEqual([
      "ci --include=dev --no-fund --no-audit --loglevel=error",
    ]);
  });

  it("gets npm 10 where the npm is older, as on Debian 13", () => {
    expect(commandsFor("9.2.0")).toEqual([
      "exec --yes --package=npm@10 -- npm ci --omit=dev --no-fund --no-audit --loglevel=error",
    ]);
  });
});

/** Runs a program that prints its `SITE_URL`. */
function run(command: string, variables: Record<string, string> = {}) {
  mkdirSync(join(root, "node_modules/node/bin"), { recursive: true });
  mkdirSync(join(root, "node_modules/vitest"));
  writeFileSync(join(root, "node_modules/node/bin/node"), "");
  writeFileSync(join(root, "node_modules/.package-lock.json"), "{}");
  writeFileSync(join(root, "scripts/run.mjs"), "console.log(process.env.SITE_URL)");
  const env = { ...process.env, SITE_URL: undefined, ...variables };
  const options = { cwd: root, env, encoding: "utf8" } as const;
  return spawnSync(process.execPath, ["scripts/bootstrap.mjs", command], options);
}

const siteUrlOf = (...args: Parameters<typeof run>) => run(...args).stdout.trim();

describe("settings in .env", () => {
  it.each(["start", "dev", "build", "cli"])("reach %s, and so every process", (command) => {
    writeFileSync(join(root, ".env"), "SITE_URL='https://one.example'\n");
    expect(siteUrlOf(command)).toBe("https://one.example");
  });

  it("yield to the environment", () => {
    writeFileSync(join(root, ".env"), "SITE_URL=https://one.example\n");
    expect(siteUrlOf("start", { SITE_URL: "https://two.example" })).toBe("https://two.example");
  });

  it("don't change what tests see", () => {
    writeFileSync(join(root, ".env"), "SITE_URL=https://one.example\n");
    expect(siteUrlOf("test")).toBe("undefined");
  });

  it("aren't needed", () => {
    expect(siteUrlOf("start")).toBe("undefined");
  });

  it("aren't missed", () => {
    expect(run("start").stderr).toBe("");
  });
});
