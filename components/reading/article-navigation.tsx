import { ArrowLeft, ArrowRight } from "@/components/ui/icons";
import type { ReactNode } from "react";
import { SiteLink } from "@/components/layout/site-link";
import { classNames } from "@/components/ui/class-names";
import type { PostLink } from "@/lib/contracts/posts";
import { articleMessages } from "@/lib/messages/site";
import { NoBreakTitle } from "./no-break-title";

const { moreBriefings, previous: previousLabel, allBriefings, next: nextLabel } = articleMessages;

export type ArticleNavigationProps = { previous: PostLink | null; next: PostLink | null };

/** After an article: the posts before and after it, and the list. */
export function ArticleNavigation({ previous, next }: ArticleNavigationProps) {
  return (
    <nav
      aria-label={moreBriefings}
      className="mx-auto mt-12 grid max-w-measure border-t border-ink max-sm:*:border-b max-sm:*:border-rule max-sm:*:py-3.5 sm:grid-cols-[minmax(0,1fr)_auto_minmax(0,1fr)] sm:items-start sm:gap-6 sm:pt-5"
    >
      {previous && (
        <PostNavigationLink post={previous}>
          <ArrowLeft className="size-4" strokeWidth={1.75} />
          {previousLabel}
        </PostNavigationLink>
      )}
      <SiteLink
        href="/read"
        className={classNames(
          "flex min-h-11 items-center text-label whitespace-nowrap sm:min-h-0 sm:text-link",
          // Replaces a missing neighbor, so that no third of the row stays empty.
          previous && (next ? "sm:col-start-2" : "sm:col-start-3 sm:justify-self-end"),
        )}
      >
        {allBriefings}
      </SiteLink>
      {next && (
        <PostNavigationLink post={next} isAtEnd>
          {nextLabel}
          <ArrowRight className="size-4" strokeWidth={1.75} />
        </PostNavigationLink>
      )}
    </nav>
  );
}

type PostNavigationLinkProps = { post: PostLink; isAtEnd?: boolean; children: ReactNode };

function PostNavigationLink({ post, isAtEnd = false, children }: PostNavigationLinkProps) {
  return (
    <SiteLink
      href={`/r/${post.slug}`}
      className={classNames("group block", isAtEnd && "sm:col-start-3 sm:text-right")}
    >
      <span
        className={classNames(
          "flex items-center gap-1.5 text-small text-ink-3",
          isAtEnd && "sm:justify-end",
        )}
      >
        {children}
      </span>
      <span
        dir="auto"
        className="mt-1 block font-serif text-[1.25rem] leading-[1.625rem] font-[440] tracking-[-.006em] text-balance decoration-1 underline-offset-[.18em] group-hover:underline"
      >
        <NoBreakTitle>{post.title}</NoBreakTitle>
      </span>
    </SiteLink>
  );
}
