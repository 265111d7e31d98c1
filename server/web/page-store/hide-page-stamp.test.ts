import { once } from "node:events";
import { createServer } from "node:http";
import { expect, test } from "vitest";
import { pageStampHeader } from "@/lib/http/pages/page-stamp";
import { hidePageStamp } from "./hide-page-stamp";

test("a response doesn't contain what the page cache noted", async () => {
  const server = createServer((_, response) => {
    hidePageStamp(response);
    response.setHeader(pageStampHeader, "posts=1");
    response.end("page");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const response = await fetch(`http://127.0.0.1:${port}/`);
  server.close();
  expect(await response.text()).toBe("page");
  expect(response.headers.has(pageStampHeader)).toBe(false);
});
