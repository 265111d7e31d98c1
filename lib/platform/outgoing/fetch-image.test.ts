import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchImage } from "./fetch-image";

let server: Server;
let url: string;

beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === "/moved") response.writeHead(302, { location: "/image" }).end();
    else if (request.url === "/loop") response.writeHead(302, { location: "/loop" }).end();
    else if (request.url === "/image") response.end(Buffer.alloc(100));
    else response.writeHead(404).end();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  url = `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
});

afterAll(() => server.close());

const options = { maxBytes: 100, allowsPrivate: true };

test("follows redirects", async () => {
  expect(await fetchImage(`${url}/moved`, options)).toHaveLength(100);
});

test.each([
  ["/gone", {}, "the site answered 404"],
  ["/loop", {}, "too many redirects"],
  ["/image", { maxBytes: 99 }, "the image is too large"],
  ["/image", { allowsPrivate: false }, "the address isn't on the public internet"],
])("says why %s with %j can't be fetched", async (path, change, reason) => {
  const fetching = fetchImage(url + path, { ...options, ...change });
  await expect(fetching).rejects.toThrow(reason);
});

test.each(["http://localhost:9/x.png", "ftp://files.example/x.png", "/content/x.png"])(
  "refuses %s",
  async (address) => {
    const fetching = fetchImage(address, { ...options, allowsPrivate: false });
    await expect(fetching).rejects.toThrow(/not a web address|isn't on the public internet/);
  },
);
