import { TrackView } from "@/components/layout/track-view";
import { parseFullDate } from "@/lib/contracts/calendar";
import type { PostView } from "@/lib/contracts/posts";
import { articleMessages } from "@/lib/messages/site";
import { ArticleMarkdown } from "./article-markdown";
import { NoBreakTitle } from "./no-break-title";
import { SignUpCta } from "./sign-up-cta";

/** A post on its own page. */
export function Article({ post, signUpUrl }: { post: PostView; signUpUrl: string }) {
  return (
    <main id="main" className="wrap pt-[clamp(2.5rem,1.6rem+4vw,5.5rem)] pb-(--section)">
      <ArticleText post={post} signUpUrl={signUpUrl} />
      <TrackView event="blog post viewed" detail="slug" value={post.slug} />
    </main>
  );
}

export type ArticleTextProps = {
  post: Pick<PostView, "title" | "fullDate" | "content">;
  signUpUrl: string;
};

/** The article itself, also shown in the editor's preview. */
export function ArticleText({ post, signUpUrl }: ArticleTextProps) {
  return (
    <article className="mx-auto max-w-measure">
      <p className="caps flex items-center gap-4 text-ink-3">
        <time dateTime={parseFullDate(post.fullDate) ?? undefined}>{post.fullDate}</time>
        <span aria-hidden="true" className="h-px w-6 bg-edge" />
        <span className="text-accent">{articleMessages.label}</span>
      </p>
      <h1 dir="auto" className="mt-6 text-h1 font-[440]">
        <NoBreakTitle>{post.title}</NoBreakTitle>
      </h1>
      <ArticleMarkdown content={post.content} />
      <SignUpCta signUpUrl={signUpUrl} />
    </article>
  );
}
