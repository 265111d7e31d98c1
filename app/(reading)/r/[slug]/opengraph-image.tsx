import { notFound } from "next/navigation";
import { ShareCard, shareCardSize } from "@/components/share/share-card";
import { brand } from "@/lib/brand";
import { articleMessages } from "@/lib/messages/site";
import { renderImage } from "@/lib/http/pages/render-image";
import { readPostPage } from "@/lib/http/pages/public-pages";

export const dynamic = "force-static";
export const revalidate = 60;
export const alt = `The headline of this ${brand.name} briefing`;
export const size = shareCardSize;
export const contentType = "image/png";

type Props = { params: Promise<{ slug: string }> };

export default async function PostImage({ params }: Props): Promise<Response> {
  const post = await readPostPage((await params).slug);
  if (!post) notFound();
  const { title, fullDate } = post;
  return renderImage(
    <ShareCard title={title} kicker={fullDate} label={articleMessages.label} />,
    size,
  );
}
