"use client";

import { PostNotFound } from "@/components/reading/post-not-found";

/** The post could not be read: to its reader the same as none (spec, section 2). */
export default function PostError() {
  return (
    <div data-theme="dark" data-page-theme="dark" className="min-h-dvh bg-paper">
      <PostNotFound />
    </div>
  );
}
