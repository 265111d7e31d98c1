import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

// A tag can be moved to other code at any time. A commit and a digest can't.

const files = [
  ...globSync(".github/workflows/*.yml"),
  ...globSync("deploy/**/*Dockerfile"),
  ...globSync("deploy/*.yaml"),
  ".devcontainer/devcontainer.json",
];

/** Actions of others that a workflow runs by anything but a commit with its version. */
function unpinnedActions(source: string): string[] {
  const uses = [...source.matchAll(/\buses: *(.+)$/gm)].map(([, action = ""]) => action.trim());
  return uses.filter(
    (action) => !action.startsWith("./") && !/^[\w./-]+@[\da-f]{40} # v\d+\.\d+\.\d+$/.test(action),
  );
}

/** Images of others that are named without a digest. */
function unpinnedImages(source: string): string[] {
  const stages = new Set(
    [...source.matchAll(/^FROM \S+ AS (\S+)$/gm)].map(([, name = ""]) => name),
  );
  const named = [
    ...source.matchAll(/^FROM (?:--\S+ )*(\S+)/gm),
    ...source.matchAll(/^\s*"?image"?: "?([^"\n]*?)"?,?$/gm),
    ...source.matchAll(/\bdocker (?:run|pull) (?:-\S+ |(?<=--volume )"[^"]*" )*([^\s"-]\S*)/g),
  ].map(([, image = ""]) => image);
  return named.filter(
    (image) =>
      !stages.has(image) &&
      // Our own, of a release.
      !image.startsWith("${THREELINE_IMAGE:-") &&
      !/@sha256:[\da-f]{64}$/.test(image),
  );
}

/** Renovate pins the first; the others run the latest of each version. */
const exceptions = [
  "mcr.microsoft.com/devcontainers/typescript-node:24-bookworm",
  "postgres:${{ matrix.postgres }}",
];

test.each(files)("%s runs actions by their commits", (file) => {
  expect(unpinnedActions(readFileSync(file, "utf8"))).toEqual([]);
});

test.each(files)("%s uses images by their digests", (file) => {
  const found = unpinnedImages(readFileSync(file, "utf8"));
  expect(found.filter((image) => !exceptions.includes(image))).toEqual([]);
});

test("Renovate keeps both up to date, and pins what isn't", () => {
  const { extends: presets }: { extends: string[] } = JSON.parse(
    readFileSync(".github/renovate.json", "utf8"),
  );
  expect(presets).toContain("docker:pinDigests");
  expect(presets).toContain("helpers:pinGitHubActionDigests");
});

describe("the check itself", () => {
  const digest = `@sha256:${"0a".repeat(32)}`;

  test.each([
    ["      - uses: actions/checkout@v6", ["actions/checkout@v6"]],
    [`      - uses: a/b@${"0a".repeat(20)}`, [`a/b@${"0a".repeat(20)}`]],
    [`      - uses: a/b@${"0a".repeat(20)} # v6.1.0`, []],
    ["    uses: ./.github/workflows/ci.yml", []],
  ])("finds the actions in %s", (source, actions) => {
    expect(unpinnedActions(source)).toEqual(actions);
  });

  test.each([
    ["FROM node:24 AS build", ["node:24"]],
    ["FROM --platform=linux/amd64 node:24", ["node:24"]],
    [`FROM node:24${digest} AS build\nFROM build`, []],
    ["    image: postgres:18", ["postgres:18"]],
    ['  "image": "node:24",', ["node:24"]],
    [`    image: postgres:18${digest}`, []],
    ["    image: ${THREELINE_IMAGE:-threeline:latest}", []],
    ["docker run --rm alpine:3 true", ["alpine:3"]],
    ['docker run --rm --volume "$PWD:/x:ro" alpine:3 true', ["alpine:3"]],
    [`docker run --rm alpine:3${digest} true`, []],
  ])("finds the images in %s", (source, images) => {
    expect(unpinnedImages(source)).toEqual(images);
  });
});
