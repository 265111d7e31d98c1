import type { Metadata } from "next";
import { readingFooterLinks, readingHeaderLinks } from "@/components/layout/navigation-links";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { OlderPosts } from "@/components/reading/older-posts";
import { Nameplate } from "@/components/reading/nameplate";
import { PostRow } from "@/components/reading/post-row";
import { brand } from "@/lib/brand";
import { listMessages } from "@/lib/messages/site";
import { pageConfig } from "@/lib/http/pages/page-config";
import { readPostListPage } from "@/lib/http/pages/public-pages";

export const metadata: Metadata = {
  title: { absolute: `${brand.name}: ${brand.tagline}` },
  alternates: { canonical: "/read" },
};

/** `/read` */
export default async function ReadPage() {
  const { posts, hasMore, today } = await readPostListPage();
  const { SIGN_UP_URL: signUpUrl } = pageConfig();
  const last = posts.at(-1);
  return (
    <>
      <SiteHeader links={readingHeaderLinks} isMarkOnly />
      <main id="main">
        <Nameplate today={today} signUpUrl={signUpUrl} />
        <section aria-label={listMessages.briefings} className="wrap pb-(--section)">
          <ol>
            {posts.map((post, index) => (
              <PostRow key={post.id} post={post} isLead={index === 0} />
            ))}
          </ol>
          {hasMore && last && <OlderPosts after={last.id} />}
        </section>
      </main>
      <SiteFooter links={readingFooterLinks(signUpUrl)} isLockupRepeated={false} />
    </>
  );
}
