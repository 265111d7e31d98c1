"use client";

import { ArticleText, type ArticleTextProps } from "@/components/reading/article";
import { EmptyState } from "@/components/ui/empty-state";
import { contentSentences } from "@/lib/contracts/content-sentences";

/** The article as readers will see it: the same component as on the page itself, on its ground. */
export function PostPreview({ post, signUpUrl }: ArticleTextProps) {
  if (post.content.trim() === "") return <EmptyState title={contentSentences.nothingToPreview} />;
  return (
    <div data-theme="dark" className="min-w-0 bg-paper px-5 py-10 sm:px-16 sm:py-14">
      <ArticleText post={post} signUpUrl={signUpUrl} />
    </div>
  );
}
