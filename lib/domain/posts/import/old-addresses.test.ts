import { expect, test } from "vitest";
import { pathOf } from "./old-addresses";

test.each([
  ["/p/one-chart/", "/p/one-chart"],
  ["/p/caf%C3%A9", "/p/café"],
  ["/p/%E0%A4%A", "/p/%E0%A4%A"],
  ["/p/%00one", "/p/one"],
  ["/", "/"],
])("%s is stored as %s", (pathname, path) => {
  expect(pathOf(pathname)).toBe(path);
});
