import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { once } from "node:events";
import { createServer, request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { compressStaticFiles, embedFirstFonts, hintStartScripts } from "../build/static-output";
import { serveStaticFiles } from "./static-files";

const script = `globalThis.words = "${"The three stories that matter. ".repeat(60)}";`;
const font = Buffer.from([1, 2, 3]);
const lateFace = '@font-face{font-family:a;src:url(../a.woff2)format("woff2");font-display:swap}';
const firstFace = lateFace.replace("swap", "block");
const distDir = mkdtempSync(join(tmpdir(), "threeline-static-"));
let port = 0;
const server = createServer();

beforeAll(async () => {
  mkdirSync(join(distDir, "static/chunks"), { recursive: true });
  writeFileSync(join(distDir, "static/chunks/a.js"), script);
  writeFileSync(join(distDir, "static/a.woff2"), font);
  writeFileSync(join(distDir, "static/chunks/start.js"), script);
  writeFileSync(
    join(distDir, "build-manifest.json"),
    JSON.stringify({ rootMainFiles: ["static/chunks/start.js"] }),
  );
  writeFileSync(join(distDir, "secret.js"), "never");
  writeFileSync(join(distDir, "static/chunks/a.css"), lateFace + firstFace);
  await hintStartScripts(distDir);
  await hintStartScripts(distDir);
  await embedFirstFonts(distDir);
  await compressStaticFiles(distDir);
  const serve = serveStaticFiles(distDir);
  server.on("request", (call, response) => {
    serve(call, response, () => response.end(`otherwise ${call.method} ${call.url}`));
  });
  server.listen(0);
  await once(server, "listening");
  const address = server.address();
  port = typeof address === "object" && address ? address.port : 0;
});

afterAll(() => {
  server.close();
  rmSync(distDir, { recursive: true, force: true });
});

/** Sends a raw request: `fetch` would normalize the path and decompress the body. */
async function ask(path: string, headers: Record<string, string> = {}, method = "GET") {
  const call = request({ port, path, method, headers }).end();
  const [response] = await once(call, "response");
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk);
  const { statusCode, headers: answered } = response;
  return { status: statusCode, headers: answered, body: Buffer.concat(chunks) };
}

test("sends Brotli if accepted, otherwise gzip, otherwise the plain file", async () => {
  const path = "/_next/static/chunks/a.js";
  const best = await ask(path, { "accept-encoding": "gzip, deflate, br" });
  expect(best.headers).toMatchObject({
    "content-encoding": "br",
    "content-type": "text/javascript",
    "cache-control": "public,max-age=31536000,immutable",
    vary: "Accept-Encoding",
  });
  expect(brotliDecompressSync(best.body).toString()).toBe(script);
  const older = await ask(path, { "accept-encoding": "gzip" });
  expect(older.headers["content-encoding"]).toBe("gzip");
  expect(gunzipSync(older.body).toString()).toBe(script);
  const plain = await ask(path);
  expect(plain.headers["content-encoding"]).toBeUndefined();
  expect(plain.body.toString()).toBe(script);
});

test("adds the compile hint once to the scripts that every page loads", async () => {
  const { body } = await ask("/_next/static/chunks/start.js", { "accept-encoding": "br" });
  expect(brotliDecompressSync(body).toString()).toBe(`//# allFunctionsCalledOnLoad\n${script}`);
});

test("writes the fonts that block text into the stylesheet, and no others", async () => {
  const { body } = await ask("/_next/static/chunks/a.css");
  const embedded = firstFace.replace("../a.woff2", "data:font/woff2;base64,AQID");
  expect(body.toString()).toBe(lateFace + embedded);
});

test("sends a font uncompressed, and 304 to a client that has it", async () => {
  const path = "/_next/static/a.woff2";
  const { body, headers } = await ask(path, { "accept-encoding": "br" });
  expect(body).toEqual(font);
  expect(headers["content-type"]).toBe("font/woff2");
  const again = await ask(path, { "if-none-match": headers.etag ?? "" });
  expect(again).toMatchObject({ status: 304, body: Buffer.alloc(0) });
});

test.each([
  ["GET", "/_next/static/chunks/none.js"],
  ["GET", "/_next/static/../secret.js"],
  ["GET", "/_next/static/%2e%2e/secret.js"],
  ["GET", "/_next/static"],
  ["GET", "/read?_next/static/chunks/a.js"],
  ["POST", "/_next/static/chunks/a.js"],
])("%s %s is passed on to Next with its full path", async (method, path) => {
  const { body } = await ask(path, {}, method);
  expect(body.toString()).toBe(`otherwise ${method} ${path}`);
});
