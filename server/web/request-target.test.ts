import { expect, test } from "vitest";
import { isDecodablePath, readRequestTarget } from "./request-target";

test.each([
  ["/", true],
  ["/r/k7", true],
  ["/r/caf%C3%A9?q=%E0%A4%A", true],
  ["/r/%", false],
  ["/r/%zz", false],
  ["/r/%E0%A4%A", false],
  ["/api/posts/%ff", false],
])("isDecodablePath(%j) is %s", (target, expected) => {
  expect(isDecodablePath(target)).toBe(expected);
});

test.each([
  ["/read?a=1", { path: "/read?a=1", host: null }],
  ["//evil.example/x", { path: "//evil.example/x", host: null }],
  ["http://threeline.example/read?a=1", { path: "/read?a=1", host: "threeline.example" }],
  ["HTTPS://threeline.example:8443", { path: "/", host: "threeline.example:8443" }],
  ["http://user@threeline.example/", null],
  ["http://", null],
  ["ftp://threeline.example/", null],
  ["threeline.example:443", null],
  ["*", null],
  ["", null],
])("readRequestTarget(%j) is %j", (target, expected) => {
  expect(readRequestTarget(target)).toEqual(expected);
});
