import { CopyLink, Share } from "@/components/ui/icons";
import type { ReactNode } from "react";
import { TrackView } from "@/components/layout/track-view";
import { parseLongMonthDayYear } from "@/lib/calendar/format";
import type { PostView } from "@/lib/contracts/posts";
import type { Thread } from "@/lib/contracts/reading/thread";
import { articleMessages, listMessages } from "@/lib/messages/site";
import { ArticleMarkdown } from "./article-markdown";
import { ArticleNavigation, type ArticleNavigationProps } from "./article-navigation";
import { EarlierPosts } from "./earlier-posts";
import { NoBreakTitle } from "./no-break-title";
import { ShareButtons } from "./share-buttons";
import { SignUpCta } from "./sign-up-cta";

export type ArticleProps = {
  post: PostView;
  signUpUrl: string;
  earlier: Thread["posts"];
  neighbors: ArticleNavigationProps;
};

/** A post on its own page. */
export function Article({ post, signUpUrl, earlier, neighbors }: ArticleProps) {
  const icon = { className: "size-5", strokeWidth: 1.75 } as const;
  return (
    <main id="main" className="wrap pt-[clamp(2.5rem,1.6rem+4vw,5.5rem)] pb-(--section)">
      <ArticleText post={post} signUpUrl={signUpUrl}>
        <ShareButtons
          path={`/r/${post.slug}`}
          title={post.title}
          copyIcon={<CopyLink {...icon} />}
          shareIcon={<Share {...icon} />}
        />
      </ArticleText>
      <EarlierPosts posts={earlier} />
      <ArticleNavigation {...neighbors} />
      <TrackView event="blog post viewed" detail="slug" value={post.slug} />
    </main>
  );
}

export type ArticleTextProps = {
  post: Pick<PostView, "title" | "fullDate" | "readTime" | "content">;
  signUpUrl: string;
  /** Shown after the content. */
  children?: ReactNode;
};

/** The article itself, also shown in the editor's preview. */
export function ArticleText({ post, signUpUrl, children }: ArticleTextProps) {
  return (
    <article className="mx-auto max-w-measure">
      <p className="caps flex flex-wrap items-center gap-x-4 gap-y-1 whitespace-nowrap max-sm:gap-x-3 text-ink-3">
        <time dateTime={parseLongMonthDayYear(post.fullDate) ?? undefined}>{post.fullDate}</time>
        <span aria-hidden="true" className="h-px w-6 bg-edge max-sm:hidden" />
        <span className="text-accent">{articleMessages.label}</span>
        <span aria-hidden="true" className="h-px w-6 bg-edge max-sm:hidden" />
        <span>{listMessages.readTime(post.readTime)}</span>
      </p>
      <h1 dir="auto" className="mt-6 text-h1 font-[440]">
        <NoBreakTitle>{post.title}</NoBreakTitle>
      </h1>
      <ArticleMarkdown content={post.content} />
      {children}
      <SignUpCta signUpUrl={signUpUrl} />
    </article>
  );
}
