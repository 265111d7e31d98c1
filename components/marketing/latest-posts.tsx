import { SiteLink } from "@/components/layout/site-link";
import { PostRow } from "@/components/reading/post-row";
import type { PostListItemView } from "@/lib/contracts/posts";
import { homeMessages } from "@/lib/messages/site";
import { Section } from "./section";

export function LatestPosts({ posts }: { posts: readonly PostListItemView[] }) {
  return (
    <Section id="latest" title={homeMessages.latestTitle} lead={homeMessages.latestLead} isFirst>
      <ol className="lg:-mt-4">
        {posts.map((post) => (
          <PostRow key={post.id} post={post} heading="h3" />
        ))}
      </ol>
      <p className="mt-5">
        <SiteLink href="/read" className="text-link">
          {homeMessages.allBriefings}
        </SiteLink>
      </p>
    </Section>
  );
}
