import { vi } from "vitest";
import type * as nextCache from "next/cache";

/** Takes the place of Next's `revalidateTag`. A test that checks its calls clears them first. */
export const revalidateTag = vi.fn<typeof nextCache.revalidateTag>();
