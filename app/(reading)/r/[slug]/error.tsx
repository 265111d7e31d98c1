"use client";

import { PostNotFound } from "@/components/reading/post-not-found";

/** A post that fails to load looks like one that doesn't exist: docs/product-spec.md, section 4.3. */
export default function PostError({ error }: { error: unknown }) {
  return <PostNotFound error={error} />;
}
