import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { neverStoreNotFound } from "./not-found-caching";

test.each([
  [404, "no-store"],
  [200, "s-maxage=31536000"],
])("a response with %i has the Cache-Control %s", async (status, expected) => {
  const server = createServer((_, response) => {
    neverStoreNotFound(response);
    response.statusCode = status;
    response.setHeader("cache-control", "s-maxage=31536000");
    response.end("text");
  });
  server.listen(0);
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const response = await fetch(`http://127.0.0.1:${port}/`);
  expect(response.headers.get("cache-control")).toBe(expected);
  await response.text();
  server.close();
});
