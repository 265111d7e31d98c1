import type { Metadata } from "next";
import { MonthLinks } from "@/components/reading/archive/month-links";
import { SearchForm } from "@/components/reading/archive/search-form";
import { OlderPosts } from "@/components/reading/older-posts";
import { PostRow } from "@/components/reading/post-row";
import { brand } from "@/lib/brand";
import { listMessages } from "@/lib/messages/site";
import { readMonths } from "@/lib/http/pages/archive-pages";
import { readPostListPage } from "@/lib/http/pages/public-pages";

export const metadata: Metadata = {
  title: { absolute: `${brand.name}: ${brand.tagline}` },
  alternates: { canonical: "/read" },
};

/** `/read` */
export default async function ReadPage() {
  const { posts, hasMore } = await readPostListPage();
  const last = posts.at(-1);
  const months = await readMonths();
  return (
    <div className="wrap pb-(--section)">
      {months.length > 0 && (
        <div className="pt-8">
          <SearchForm />
          <MonthLinks months={months} />
        </div>
      )}
      <section aria-label={listMessages.briefings}>
        <ol>
          {posts.map((post, index) => (
            <PostRow key={post.id} post={post} isLead={index === 0} />
          ))}
        </ol>
        {hasMore && last && <OlderPosts after={last.id} />}
      </section>
    </div>
  );
}
