import { expect, test } from "vitest";
import config from "@/next.config";

test("Next's image optimizer, which no page uses, is off", () => {
  expect(config.images?.unoptimized).toBe(true);
});
