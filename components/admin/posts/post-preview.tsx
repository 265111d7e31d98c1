"use client";

import { useDeferredValue } from "react";
import { ArticleText, type ArticleTextProps } from "@/components/reading/article";
import { EmptyState } from "@/components/ui/empty-state";
import { Spinner } from "@/components/ui/spinner";
import { contentScreen } from "@/lib/messages/posts";

/**
 * The article as readers will see it: the same component as on the page itself, on its ground. It
 * is made between keys, and a long one takes seconds.
 */
export function PostPreview({ post, signUpUrl }: ArticleTextProps) {
  const shown = useDeferredValue<typeof post | null>(post, null);
  if (post.content.trim() === "") return <EmptyState title={contentScreen.nothingToPreview} />;
  if (shown === null) return <Spinner label="Making the preview" />;
  return (
    <div data-theme="dark" className="min-w-0 bg-paper px-5 py-10 sm:px-16 sm:py-14">
      <ArticleText post={shown} signUpUrl={signUpUrl} />
    </div>
  );
}
