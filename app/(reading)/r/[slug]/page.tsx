import type { Metadata, Viewport } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { Article } from "@/components/reading/article";
import { ArticleFrame } from "@/components/reading/article-frame";
import { postNotFoundSentences } from "@/lib/contracts/public-sentences";
import { pageConfig } from "@/lib/http/page-settings";
import { readKnownSlugs, readPostPage } from "@/lib/http/public-pages";

export const revalidate = 60;

export const viewport: Viewport = { themeColor: "#12151B" };

type Props = { params: Promise<{ slug: string }> };

const readPost = cache(readPostPage);

/** Every known post is made ahead; a new one when it is first asked for. */
export async function generateStaticParams(): Promise<{ slug: string }[]> {
  return (await readKnownSlugs()).map((slug) => ({ slug }));
}

/** Title and address of the post. */
export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const post = await readPost((await params).slug);
  if (!post) return { title: postNotFoundSentences.title };
  return { title: post.title, alternates: { canonical: `/r/${post.slug}` } };
}

/** `/r/{slug}`: a post. */
export default async function PostPage({ params }: Props) {
  const post = await readPost((await params).slug);
  if (!post) notFound();
  const { SIGN_UP_URL: signUpUrl } = pageConfig();
  return (
    <ArticleFrame signUpUrl={signUpUrl}>
      <Article post={post} signUpUrl={signUpUrl} />
    </ArticleFrame>
  );
}
