import { notFound, permanentRedirect } from "next/navigation";
import { readPostSlug } from "@/lib/http/public-pages";

export const revalidate = 60;

/** No address with a number is made ahead; each is kept once somebody asked for it. */
export function generateStaticParams(): { postId: string }[] {
  return [];
}

/** `/read/{postId}`: leads to the post's own address. */
export default async function PostByIdPage(props: { params: Promise<{ postId: string }> }) {
  const slug = await readPostSlug((await props.params).postId);
  if (slug === null) notFound();
  permanentRedirect(`/r/${slug}`);
}
