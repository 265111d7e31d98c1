import { notFound, permanentRedirect } from "next/navigation";
import { readPostSlug } from "@/lib/http/pages/public-pages";

// A redirect that Next keeps is answered with its Location twice.
export const dynamic = "force-dynamic";

/** `/read/{postId}`: leads to the post's own address. */
export default async function PostByIdPage(props: { params: Promise<{ postId: string }> }) {
  const slug = await readPostSlug((await props.params).postId);
  if (slug === null) notFound();
  permanentRedirect(`/r/${slug}`);
}
