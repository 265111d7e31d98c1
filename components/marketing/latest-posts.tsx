import { SiteLink } from "@/components/layout/site-link";
import { PostRow } from "@/components/reading/post-row";
import type { PostListItemView } from "@/lib/contracts/posts";
import { Section } from "./section";

/** The newest posts, on the home page. */
export function LatestPosts({ posts }: { posts: readonly PostListItemView[] }) {
  return (
    <Section id="latest" title="Latest briefings" lead="Open to everyone, every weekday." isFirst>
      <ol className="lg:-mt-4">
        {posts.map((post) => (
          <PostRow key={post.id} post={post} heading="h3" />
        ))}
      </ol>
      <p className="mt-5">
        <SiteLink href="/read" className="text-link">
          All briefings
        </SiteLink>
      </p>
    </Section>
  );
}
