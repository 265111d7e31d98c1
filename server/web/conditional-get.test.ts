import { once } from "node:events";
import { createServer } from "node:http";
import { afterEach, expect, test } from "vitest";
import { respondNotModified } from "./conditional-get";

let close: (() => void) | undefined;
afterEach(() => close?.());

/** Requests a text with the ETag `W/"a"`. */
async function ask(method: string, known: string, status = 200) {
  const server = createServer((request, response) => {
    respondNotModified(request, response);
    response.statusCode = status;
    response.setHeader("etag", 'W/"a"');
    response.setHeader("content-type", "text/plain");
    response.write("te");
    response.end("xt");
  });
  server.listen(0);
  await once(server, "listening");
  close = () => server.close();
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const answer = await fetch(`http://127.0.0.1:${port}/`, {
    method,
    headers: { "if-none-match": known },
  });
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
