import type { Metadata } from "next";
import { OlderPosts } from "@/components/reading/older-posts";
import { PostRow } from "@/components/reading/post-row";
import { brand } from "@/lib/brand";
import { listMessages } from "@/lib/messages/site";
import { readPostListPage } from "@/lib/http/pages/public-pages";

export const metadata: Metadata = {
  title: { absolute: `${brand.name}: ${brand.tagline}` },
  alternates: { canonical: "/read" },
};

/** `/read` */
export default async function ReadPage() {
  const { posts, hasMore } = await readPostListPage();
  const last = posts.at(-1);
  return (
    <section aria-label={listMessages.briefings} className="wrap pb-(--section)">
      <ol>
        {posts.map((post, index) => (
          <PostRow key={post.id} post={post} isLead={index === 0} />
        ))}
      </ol>
      {hasMore && last && <OlderPosts after={last.id} />}
    </section>
  );
}
