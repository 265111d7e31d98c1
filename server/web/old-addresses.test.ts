import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { redirectOldAddress } from "./old-addresses";

let server: Server;
let url: string;
let asked: string[];

const handle = async (request: IncomingMessage, response: ServerResponse) => {
  asked.push(request.url ?? "");
  const isKnown = request.url === "/api/posts/moved?path=%2Fp%2Fone-chart";
  response.writeHead(isKnown ? 200 : 404).end(isKnown ? '{"slug":"k3"}' : "{}");
};

beforeAll(async () => {
  server = createServer((request, response) => {
    const site = { isPage: (path: string) => /^\/(?:r|admin|api)\//.test(path), handle };
    void redirectOldAddress(request, response, site, () => response.writeHead(404).end("page"));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});

beforeEach(() => {
  asked = [];
});

afterAll(() => server.close());

const get = (path: string, method = "GET") => fetch(url + path, { method, redirect: "manual" });

test.each(["/p/one-chart", "/p/one-chart/", "/p/one-chart?utm_source=email"])(
  "%s leads to the imported post",
  async (path) => {
    for (const method of ["GET", "HEAD"]) {
      const { status, headers } = await get(path, method);
      expect([status, headers.get("location")]).toEqual([301, "/r/k3"]);
      expect(headers.get("cache-control")).toBe("public, max-age=3600");
    }
  },
);

test("an unknown path is left to the site", async () => {
  expect((await get("/p/another")).status).toBe(404);
  expect(asked).toEqual(["/api/posts/moved?path=%2Fp%2Fanother"]);
});

test.each(["/r/zz", "/admin/nothing", "/wp-login.php", "/", "/a/b/c/d/e/f"])(
  "nothing is looked up for %s",
  async (path) => {
    expect((await get(path)).status).toBe(404);
    expect(asked).toEqual([]);
  },
);

test("nothing is looked up for a form", async () => {
  expect((await get("/p/one-chart", "POST")).status).toBe(404);
  expect(asked).toEqual([]);
});
