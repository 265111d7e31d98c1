import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, expect, test } from "vitest";
import { respondNotModified } from "./conditional-get";

let close: (() => void) | undefined;
afterEach(() => close?.());

const changedAt = "Wed, 05 Mar 2025 09:30:00 GMT";

/** Requests a text with the ETag `W/"a"` that last changed at `changedAt`. */
function ask(method: string, known: string, status = 200) {
  return askWith(method, { "if-none-match": known }, status);
}

async function askWith(method: string, headers: Record<string, string>, status = 200) {
  const server = createServer((request, response) => {
    respondNotModified(request, response);
    response.statusCode = status;
    response.setHeader("etag", 'W/"a"');
    response.setHeader("last-modified", changedAt);
    response.setHeader("content-type", "text/plain");
    response.write("te");
    response.end("xt");
  });
  server.listen(0);
  await once(server, "listening");
  close = () => server.close();
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const answer = await fetch(`http://127.0.0.1:${port}/`, { method, headers });
  return [answer.status, await answer.text(), answer.headers.get("etag")];
}

test.each(['W/"a"', '"a"', '"b", W/"a"', "*"])(
  "responds 304 without a body to If-None-Match %s",
  async (known) => {
    expect(await ask("GET", known)).toEqual([304, "", 'W/"a"']);
    close?.();
    expect(await ask("HEAD", known)).toEqual([304, "", 'W/"a"']);
  },
);

test("sends the text to a client with another ETag", async () => {
  expect(await ask("GET", 'W/"b"')).toEqual([200, "text", 'W/"a"']);
});

test("never responds 304 to a POST or instead of a 404", async () => {
  expect(await ask("POST", 'W/"a"')).toEqual([200, "text", 'W/"a"']);
  close?.();
  expect(await ask("GET", 'W/"a"', 404)).toEqual([404, "text", 'W/"a"']);
});

test("responds 304 to If-Modified-Since with the time of the last change", async () => {
  expect(await askWith("GET", { "if-modified-since": changedAt })).toEqual([304, "", 'W/"a"']);
});

test.each([
  ["earlier", { "if-modified-since": "Wed, 05 Mar 2025 09:29:59 GMT" }],
  [
    "later, after which a post was deleted",
    { "if-modified-since": "Thu, 06 Mar 2025 00:00:00 GMT" },
  ],
  ["not one", { "if-modified-since": "yesterday" }],
  ["the same, but the ETag isn't", { "if-none-match": 'W/"b"', "if-modified-since": changedAt }],
])("sends the text when the time is %s", async (_, headers) => {
  expect(await askWith("GET", headers)).toEqual([200, "text", 'W/"a"']);
});
