import { expect, test } from "vitest";
import document from "@/app/api/openapi.json/document.json";
import { allowedMethods } from "./allowed-methods";

const methodsOf = allowedMethods(document.paths);

test.each([
  ["/", "GET, HEAD"],
  ["/r/k3", "GET, HEAD"],
  ["/feed.xml", "GET, HEAD"],
  ["/apiary", "GET, HEAD"],
  ["/_next/static/a.js", "GET, HEAD"],
  ["/api/posts", "GET, POST, HEAD, OPTIONS"],
  ["/api/posts/7", "GET, PUT, DELETE, HEAD, OPTIONS"],
  ["/api/posts/slugs", "GET, HEAD, OPTIONS"],
  ["/api/p%6fsts", "GET, POST, HEAD, OPTIONS"],
  ["/api/webhooks/paddle", "POST, OPTIONS"],
  ["/api/nothing", "GET, HEAD, OPTIONS, POST, PUT, PATCH, DELETE"],
])("%s allows %s", (path, methods) => {
  expect(methodsOf(path).join(", ")).toBe(methods);
});
