import { PHASE_PRODUCTION_SERVER } from "next/constants";
import { expect, test } from "vitest";
import createConfig from "@/next.config";

test("Next's image optimizer, which no page uses, is off", () => {
  expect(createConfig(PHASE_PRODUCTION_SERVER).images?.unoptimized).toBe(true);
});
