import { existsSync, globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { deliveryParts, layers, type Layer } from "./import-table";
import { readImports, type ImportTarget } from "./read-imports";
import { readsOutsideWorld } from "./read-outside-world";

function layerOf(path: string): Layer | undefined {
  return layers.find((layer) =>
    layer.paths.some((each) => (each.endsWith("/") ? path.startsWith(each) : path === each)),
  );
}

function mayImportFile(from: Layer, importer: string, path: string): boolean {
  const to = layerOf(path);
  if (to === from || path === from.importsOwn?.(importer)) return true;
  return from.imports.includes(path) || from.imports.includes(to?.name ?? "");
}

function mayImportPackage(from: Layer, name: string): boolean {
  return from.packages.some((each) =>
    each.endsWith("*") ? name.startsWith(each.slice(0, -1)) : name === each,
  );
}

function isAllowed(from: Layer, importer: string, target: ImportTarget): boolean {
  if (target.kind === "computed") return from.mayCompute === true;
  return target.kind === "file"
    ? mayImportFile(from, importer, target.path)
    : mayImportPackage(from, target.name);
}

function nameOf(target: ImportTarget): string {
  if (target.kind === "computed") return "a module with a computed name";
  return target.kind === "file" ? target.path : `the package ${target.name}`;
}

/** The imports of a file that the table doesn't allow, one line each. */
function problemsOf(path: string, source: string): string[] {
  const layer = layerOf(path);
  if (!layer) return [`${path} is in no layer of the table`];
  const imports = readImports(path, source)
    .filter((target) => !isAllowed(layer, path, target))
    .map((target) => `${path} (${layer.name}) imports ${nameOf(target)}`);
  const outside = path.startsWith("lib/domain/")
    ? readsOutsideWorld(path, source).map((each) => `${path} (${layer.name}) reads ${each}`)
    : [];
  return [...imports, ...outside];
}

const files = globSync(
  "{app,app/.well-known,components,lib,server,sandbox,scripts,bench,tests/prove}/**/*.{ts,tsx,mts,mjs}",
)
  .concat("middleware.ts")
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => !path.startsWith("lib/platform/database/generated/"))
  // Unit tests are next to their files and may import anything.
  .filter((path) => !/\.test\.tsx?$/.test(path));

describe("the import table", () => {
  test("covers every source file", () => {
    expect(files.length).toBeGreaterThan(250);
    const seen = new Set(files.map((path) => layerOf(path)?.name));
    expect(layers.map(({ name }) => name).filter((name) => !seen.has(name))).toEqual([]);
  });

  test("allows every import in the source", () => {
    const sources = files.map((path) => ({ path, source: readFileSync(path, "utf8") }));
    const count = sources.flatMap(({ path, source }) => readImports(path, source)).length;
    expect(count).toBeGreaterThan(800);
    expect(sources.flatMap(({ path, source }) => problemsOf(path, source))).toEqual([]);
  });

  test("refers only to layers and files that exist", () => {
    const names = new Set(layers.map(({ name }) => name));
    const unknown = layers.flatMap((layer) => layer.imports).filter((each) => !names.has(each));
    expect(unknown.filter((path) => !existsSync(path))).toEqual([]);
  });
});

describe("the parts of delivery", () => {
  /** Undefined outside delivery. */
  const partOf = (path: string) => /^lib\/domain\/delivery\/([^/]+)\//.exec(path)?.[1];
  const rowOf = (part: string | undefined) =>
    deliveryParts.findIndex((row) => row.some((each) => each === part));

  function upward(path: string, source: string): string[] {
    return readImports(path, source).flatMap((target) => {
      const part = target.kind === "file" ? partOf(target.path) : undefined;
      if (part === undefined || part === partOf(path)) return [];
      return rowOf(part) < rowOf(partOf(path)) ? [] : [`${partOf(path)} imports ${part}`];
    });
  }

  const inside = files.filter((path) => partOf(path) !== undefined);

  test("are all in the table", () => {
    expect(inside.length).toBeGreaterThan(50);
    expect(inside.filter((path) => rowOf(partOf(path)) < 0)).toEqual([]);
  });

  test("import nothing above them", () => {
    expect(inside.flatMap((path) => upward(path, readFileSync(path, "utf8")))).toEqual([]);
  });

  test("a planted violation is found", () => {
    expect(upward("lib/domain/delivery/ledger/a.ts", 'import "../engine/tick";')).toEqual([
      "ledger imports engine",
    ]);
  });
});

describe("finds a planted violation", () => {
  const file = (path: string) => `imports ${path}`;
  const pkg = (name: string) => `imports the package ${name}`;

  test.each([
    // [file, source, the message after the file and its layer]
    ["lib/contracts/a.ts", 'import "@/lib/platform/env";', file("lib/platform/env.ts")],
    ["lib/contracts/a.ts", 'import { readFile } from "node:fs/promises";', pkg("node:fs")],
    [
      "lib/platform/a.ts",
      'import type { Context } from "@/lib/domain/context";',
      file("lib/domain/context.ts"),
    ],
    ["lib/platform/a.ts", 'import "next/headers";', pkg("next")],
    ["lib/platform/a.ts", 'import Twilio from "twilio";', pkg("twilio")],
    [
      "components/phone/a.ts",
      'import { parsePhoneNumber } from "libphonenumber-js/max";',
      pkg("libphonenumber-js/max"),
    ],
    [
      "lib/domain/posts/a.ts",
      'import { parsePhoneNumber } from "libphonenumber-js";',
      pkg("libphonenumber-js"),
    ],
    ["lib/domain/posts/a.ts", 'import { useState } from "react";', pkg("react")],
    ["lib/domain/posts/a.ts", 'import { Client } from "pg";', pkg("pg")],
    ["lib/domain/posts/a.ts", 'import { ServerClient } from "postmark";', pkg("postmark")],
    ["lib/domain/posts/a.ts", 'import "../../http/route/route";', file("lib/http/route/route.ts")],
    [
      "lib/domain/posts/a.ts",
      'import "@/lib/providers/twilio/client";',
      file("lib/providers/twilio/client.ts"),
    ],
    [
      "lib/domain/posts/a.ts",
      'import "@/lib/markdown/markdown";',
      file("lib/markdown/markdown.tsx"),
    ],
    [
      "lib/domain/posts/a.ts",
      'export * from "../delivery/schedule/slots";',
      file("lib/domain/delivery/schedule/slots.ts"),
    ],
    [
      "lib/domain/contact/a.ts",
      'import "../delivery/schedule/slots";',
      file("lib/domain/delivery/schedule/slots.ts"),
    ],
    [
      "lib/domain/contact/a.ts",
      'import "../billing/entitlement";',
      file("lib/domain/billing/entitlement.ts"),
    ],
    [
      "lib/domain/billing/a.ts",
      'export { x } from "../auth/sessions";',
      file("lib/domain/auth/sessions.ts"),
    ],
    [
      "lib/domain/limits/a.ts",
      'await import("../posts/read-posts");',
      file("lib/domain/posts/read-posts.ts"),
    ],
    [
      "lib/domain/auth/a.ts",
      'import "../account/account-view";',
      file("lib/domain/account/account-view.ts"),
    ],
    ["lib/domain/delivery/a.ts", 'import "../auth/sessions";', file("lib/domain/auth/sessions.ts")],
    ["lib/domain/audit.ts", 'import "./auth/sessions";', file("lib/domain/auth/sessions.ts")],
    [
      "lib/providers/twilio/a.ts",
      'import "../postmark/client";',
      file("lib/providers/postmark/client.ts"),
    ],
    ["lib/providers/twilio/a.ts", 'import "postmark";', pkg("postmark")],
    [
      "lib/providers/twilio/a.ts",
      'import "@/lib/domain/posts/read-posts";',
      file("lib/domain/posts/read-posts.ts"),
    ],
    ["lib/providers/paddle/a.ts", 'const x = require("stripe");', pkg("stripe")],
    [
      "lib/mail/a.tsx",
      'import "@/lib/domain/posts/read-posts";',
      file("lib/domain/posts/read-posts.ts"),
    ],
    ["lib/mail/a.tsx", 'import "@/components/ui/alert";', file("components/ui/alert.tsx")],
    ["lib/markdown/a.tsx", 'import "@/lib/domain/context";', file("lib/domain/context.ts")],
    ["lib/composition.ts", 'import "next";', pkg("next")],
    ["lib/composition.ts", 'import "./http/route/route";', file("lib/http/route/route.ts")],
    ["lib/http/a.ts", 'import "@/components/ui/alert";', file("components/ui/alert.tsx")],
    [
      "lib/http/a.ts",
      'import "@/lib/providers/twilio/webhook";',
      file("lib/providers/twilio/webhook.ts"),
    ],
    ["lib/http/a.ts", 'import "postmark";', pkg("postmark")],
    ["server/worker/a.ts", 'import "react";', pkg("react")],
    ["server/worker/a.ts", 'import "@/lib/http/route/context";', file("lib/http/route/context.ts")],
    [
      "lib/client/a.ts",
      'import type { X } from "@/lib/domain/posts/post-views";',
      file("lib/domain/posts/post-views.ts"),
    ],
    ["lib/client/a.ts", 'let x: import("@/lib/platform/env").Env;', file("lib/platform/env.ts")],
    ["components/a.tsx", 'import "@/lib/http/auth/session";', file("lib/http/auth/session.ts")],
    ["components/a.tsx", 'import "@/app/layout";', file("app/layout.tsx")],
    ["components/a.tsx", 'import "@/lib/domain/context";', file("lib/domain/context.ts")],
    [
      "app/page.tsx",
      'import "@/lib/platform/database/database";',
      file("lib/platform/database/database.ts"),
    ],
    ["app/page.tsx", 'import "@/server/worker/worker";', file("server/worker/worker.ts")],
    ["app/page.tsx", 'import "@/lib/composition";', file("lib/composition.ts")],
    [
      "app/page.tsx",
      'import "@/lib/providers/twilio/webhook";',
      file("lib/providers/twilio/webhook.ts"),
    ],
    ["app/page.tsx", 'import "postmark";', pkg("postmark")],
    [
      "app/api/webhooks/twilio/route.ts",
      'import "@/lib/providers/postmark/webhook";',
      file("lib/providers/postmark/webhook.ts"),
    ],
    [
      "app/api/webhooks/twilio/route.ts",
      'import "@/lib/providers/twilio/client";',
      file("lib/providers/twilio/client.ts"),
    ],
    ["app/api/x/route.ts", 'import "../../../sandbox/server";', file("sandbox/server.ts")],
    ["lib/http/a.ts", 'import "@/tests/support/api";', file("tests/support/api.ts")],
    ["lib/http/a.ts", 'import "@/server/run/ports";', file("server/run/ports.ts")],
    ["scripts/a.ts", 'import "@/sandbox/server";', file("sandbox/server.ts")],
    ["scripts/a.ts", 'import "@/bench/main";', file("bench/main.ts")],
    ["bench/a.ts", 'import "@/sandbox/server";', file("sandbox/server.ts")],
    ["sandbox/a.ts", 'import "@/lib/calendar/days";', file("lib/calendar/days.ts")],
    ["sandbox/a.ts", 'import "postmark";', pkg("postmark")],
    ["lib/http/a.ts", "await import(name);", "imports a module with a computed name"],
    ["lib/domain/posts/a.ts", "const now = Date.now();", "reads Date.now()"],
    ["lib/domain/posts/a.ts", "const now = new Date();", "reads new Date()"],
    ["lib/domain/posts/a.ts", 'const url = process.env["SITE_URL"];', "reads process.env"],
  ])("%s: %s", (path, source, problem) => {
    expect(problemsOf(path, source)).toEqual([`${path} (${layerOf(path)?.name}) ${problem}`]);
  });

  test("a file outside every layer", () => {
    expect(problemsOf("lib/helpers/a.ts", "")).toEqual([
      "lib/helpers/a.ts is in no layer of the table",
    ]);
  });
});

test.each([
  ["lib/domain/delivery/a.ts", 'import "../posts/read-posts"; const at = new Date(0);'],
  ["lib/domain/auth/a.ts", 'import "../billing/entitlement"; import { z } from "zod";'],
  ["lib/providers/twilio/a.ts", 'import twilio from "twilio/lib/rest"; export * from "./client";'],
  ["app/api/webhooks/twilio/route.ts", 'import "@/lib/providers/twilio/webhook";'],
  ["lib/http/a.ts", '// import "@/server/run/ports";\nconst x = `import "@/server/run/ports"`;'],
])("accepts an allowed import: %s: %s", (path, source) => {
  expect(problemsOf(path, source)).toEqual([]);
});
