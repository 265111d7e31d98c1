import { notFound } from "next/navigation";
import { ShareCard } from "@/components/share/share-card";
import { shareCardSize } from "@/components/share/share-image";
import { articleMessages } from "@/lib/messages/site";
import { renderImage } from "@/lib/http/pages/render-image";
import { readPostPage } from "@/lib/http/pages/public-pages";

export const dynamic = "force-static";
export const revalidate = 60;

type Context = { params: Promise<{ slug: string }> };

/**
 * `/r/{slug}/share-image`: the post's headline as a PNG. Not `opengraph-image`, whose address has a
 * suffix that only Next knows, and structured data needs the address too.
 */
export async function GET(_request: Request, { params }: Context): Promise<Response> {
  const post = await readPostPage((await params).slug);
  if (!post) notFound();
  const { title, fullDate } = post;
  return renderImage(
    <ShareCard title={title} kicker={fullDate} label={articleMessages.label} />,
    shareCardSize,
  );
}
