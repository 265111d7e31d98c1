import { expect, test } from "vitest";
import { isDecodablePath } from "./request-target";

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
