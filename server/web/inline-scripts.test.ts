import { createHash } from "node:crypto";
import { createRequire } from "node:module";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterEach, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import { scriptSources } from "./inline-scripts";

afterEach(() => vi.unstubAllEnvs());

const sourceOf = (code: string) => `'sha256-${createHash("sha256").update(code).digest("base64")}'`;

const chunk = 'self.__next_f.push([1,"1:\\"$Sreact.fragment\\"\\n\\u003c/script>"])';
const first = "(self.__next_f=self.__next_f||[]).push([0])";
const bundles =
  '(globalThis["TURBOPACK"] || (globalThis["TURBOPACK"] = [])).push({"otherChunks":["a.js"]});';

/** A page as Next writes it, with an article's text. */
const page = (article: string, ...scripts: string[]) =>
  `<!DOCTYPE html><html lang="en"><head></head><body><article>${article}</article><footer>©</footer><!--$--><!--/$-->` +
  `<script id="_R_">${bundles}</script><script src="/_next/static/a.js" async=""></script>` +
  scripts.map((code) => `<script>${code}</script>`).join("") +
  "</body></html>";

describe("the scripts that Next writes at the end of a page", () => {
  test("get a hash each", () => {
    expect(scriptSources(page("Text", first, chunk))).toEqual(
      [bundles, first, chunk].map(sourceOf),
    );
  });

  test.each([
    "alert(1)",
    "self.__next_f.push(alert(1))",
    'self.__next_f.push([0]);alert("x")',
    "self.__next_f.push([0]),alert([1])",
    "(self.__next_f=self.__next_f||[]).push([0]);alert([0])",
    "",
  ])("get none when they do anything but pass data: %s", (code) => {
    expect(scriptSources(page("Text", code))).toEqual([sourceOf(bundles)]);
  });

  test("need none with a src or a data type", () => {
    const data = '<script type="application/ld+json">{"a":1}</script>';
    expect(scriptSources(page(data))).toEqual([sourceOf(bundles)]);
  });
});

const react = "$RX=function(b,c,d,e,f){var a=document.getElementById(b);";

describe("a script injected into an article gets no hash", () => {
  test.each([
    ["when it's unknown", "alert(1)"],
    ["when it begins like React's", "$RX=alert(1)"],
    ["when it begins like React's function", `${react}alert(1)}`],
    ["when it calls React's function and more", '$RC("B:0","S:0");alert(1)'],
    ["when it calls React's function with code", '$RC("B:0",alert(1))'],
    ["when it begins with React's timing", "requestAnimationFrame(function(){$RT=alert(1)});"],
    [
      "when it has React's timing and more",
      "requestAnimationFrame(function(){$RT=performance.now()});alert(1)",
    ],
    ["when it begins like Next's", "self.__next_f.push([0]);alert(1)"],
    ["when it's exactly like Next's", 'self.__next_f.push([1,"0:{}"])'],
    ["when it's exactly like Next's first", first],
  ])("%s", (_name, code) => {
    const html = page(`<p>a</p><script>${code}</script>`, chunk);
    expect(scriptSources(html)).toEqual([bundles, chunk].map(sourceOf));
  });

  test("even with what looks like the end of the page behind it", () => {
    const injected = `<script>${first}</script></body></html>`;
    expect(scriptSources(page(injected, chunk))).toEqual([bundles, chunk].map(sourceOf));
  });

  test("and doesn't keep the page's own scripts from getting theirs", () => {
    const html = page("<script>alert(1)</script ><!-- <script", chunk);
    expect(scriptSources(html)).toEqual([bundles, chunk].map(sourceOf));
  });

  test("even when the page never ends", () => {
    expect(scriptSources(`<body><p>a</p><script>${chunk}</script>`)).toEqual([]);
  });
});

/** The parts of the React that Next contains, whose types it doesn't publish. */
const reactSchema = z.object({
  createElement: z.custom<(...args: unknown[]) => unknown>(),
  Suspense: z.unknown(),
  use: z.custom<(value: Promise<unknown>) => unknown>(),
});
const serverSchema = z.object({
  renderToPipeableStream: z.custom<(element: unknown) => { pipe(target: PassThrough): void }>(),
});

test("the scripts of a page that React streams get a hash", async () => {
  vi.stubEnv("NODE_ENV", "production");
  const require = createRequire(import.meta.url);
  const { createElement, Suspense, use } = reactSchema.parse(require("next/dist/compiled/react"));
  const { renderToPipeableStream } = serverSchema.parse(
    require("next/dist/compiled/react-dom/server.node"),
  );
  const late = Promise.withResolvers<string>();
  const failed = Promise.withResolvers<string>();
  const Late = () => createElement("p", null, use(late.promise));
  const Failed = () => createElement("p", null, use(failed.promise));
  const output = new PassThrough();
  renderToPipeableStream(
    createElement(
      "body",
      null,
      createElement(Suspense, { fallback: "Loading" }, createElement(Late)),
      createElement(Suspense, { fallback: "Loading" }, createElement(Failed)),
    ),
  ).pipe(output);
  const rendered = text(output);
  setImmediate(() => {
    late.resolve("x".repeat(20_000));
    failed.resolve("Loaded");
  });
  const html = await rendered;
  const codes = [...html.matchAll(/<script[^>]*>([\s\S]*?)<\/script>/g)].map(([, code]) => code);
  expect(codes.join("\n")).toMatch(/\$RC\("B:0","S:0"\)/);
  expect(scriptSources(html)).toEqual(codes.map((code) => sourceOf(code ?? "")));
});
