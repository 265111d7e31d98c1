import type { Metadata } from "next";
import { notFound, permanentRedirect } from "next/navigation";
import { postNotFoundMessages } from "@/lib/messages/site";
import { readPostSlug } from "@/lib/http/pages/public-pages";

// Next sends the Location header of a cached redirect twice.
export const dynamic = "force-dynamic";

export const metadata: Metadata = {
  title: postNotFoundMessages.title,
  robots: { index: false },
};

/** `/read/{postId}`: redirects to `/r/{slug}`. */
export default async function PostByIdPage(props: { params: Promise<{ postId: string }> }) {
  const slug = await readPostSlug((await props.params).postId);
  if (slug === null) notFound();
  permanentRedirect(`/r/${slug}`);
}
