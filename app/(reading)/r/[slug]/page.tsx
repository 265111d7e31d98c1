import type { Metadata, Viewport } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { Article } from "@/components/reading/article";
import { PostNotFound } from "@/components/reading/post-not-found";
import { JsonLd } from "@/components/share/json-ld";
import { breadcrumbs, newsArticle, postDescription } from "@/components/share/structured-data";
import { shareCardSize, shareImagePath } from "@/components/share/share-image";
import { missingPostSlug } from "@/lib/contracts/posts";
import { brand } from "@/lib/brand";
import { postInstants } from "@/lib/contracts/post-instants";
import { articleMessages, navigationLabels, postNotFoundMessages } from "@/lib/messages/site";
import { pageConfig } from "@/lib/http/pages/page-config";
import {
  readEarlierPosts,
  readKnownSlugs,
  readNeighbors,
  readPostPage,
} from "@/lib/http/pages/public-pages";

export const viewport: Viewport = { themeColor: "#12151B" };

type Props = { params: Promise<{ slug: string }> };

const readPost = cache(readPostPage);

/** Renders existing posts, and the page shown for missing ones, at build time. */
export async function generateStaticParams(): Promise<{ slug: string }[]> {
  return [missingPostSlug, ...(await readKnownSlugs())].map((slug) => ({ slug }));
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const post = await readPost((await params).slug);
  if (!post) return { title: postNotFoundMessages.title, robots: { index: false } };
  const { publishedAt, modifiedAt } = postInstants(post);
  const url = `/r/${post.slug}`;
  return {
    title: post.title,
    description: postDescription(post),
    alternates: { canonical: url },
    openGraph: {
      type: "article",
      url,
      siteName: brand.name,
      locale: "en_US",
      images: { url: shareImagePath(post.slug), ...shareCardSize, alt: articleMessages.imageAlt },
      publishedTime: publishedAt,
      modifiedTime: modifiedAt,
      section: articleMessages.label,
    },
  };
}

/** `/r/{slug}` */
export default async function PostPage({ params }: Props) {
  const { slug } = await params;
  // Not notFound(): Next sends that page empty, for scripts to fill in. The web server sends this one instead
  // (server/web/missing-posts.ts).
  if (slug === missingPostSlug) return <PostNotFound />;
  const post = await readPost(slug);
  if (!post) notFound();
  const { SIGN_UP_URL: signUpUrl, siteUrl } = pageConfig();
  const trail = breadcrumbs(siteUrl, [
    { name: navigationLabels.home, path: "/" },
    { name: navigationLabels.read, path: "/read" },
    { name: post.title, path: `/r/${post.slug}` },
  ]);
  return (
    <>
      <JsonLd data={[newsArticle(post, siteUrl), trail]} />
      <Article
        post={post}
        signUpUrl={signUpUrl}
        earlier={await readEarlierPosts(post)}
        neighbors={await readNeighbors(post)}
      />
    </>
  );
}
