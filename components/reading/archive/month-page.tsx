import { formatLongMonth } from "@/lib/calendar/format";
import type { MonthCount } from "@/lib/contracts/reading/post-search";
import type { PostListItemView } from "@/lib/contracts/posts";
import { PostRow } from "../post-row";
import { MonthLinks } from "./month-links";
import { SearchForm } from "./search-form";

export type MonthPageProps = {
  /** YYYY-MM */
  month: string;
  posts: readonly PostListItemView[];
  months: readonly MonthCount[];
};

/** The posts of one month. */
export function MonthPage({ month, posts, months }: MonthPageProps) {
  return (
    <main id="main" className="wrap pt-[clamp(2rem,1.4rem+2.8vw,4rem)] pb-(--section)">
      <h1 className="mb-8 text-h2">{formatLongMonth(month, { withYear: true })}</h1>
      <SearchForm />
      <MonthLinks months={months} current={month} />
      <ol>
        {posts.map((post) => (
          <PostRow key={post.id} post={post} />
        ))}
      </ol>
    </main>
  );
}
