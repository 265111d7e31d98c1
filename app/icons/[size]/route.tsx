import { notFound } from "next/navigation";
import { SquareIcon } from "@/components/share/share-card";
import { renderImage } from "@/lib/http/pages/render-image";

const sizes = ["192", "512"];

export const dynamic = "force-static";

/** The sizes in the manifest. */
export function generateStaticParams(): { size: string }[] {
  return sizes.map((size) => ({ size }));
}

/** `/icons/{size}`: the icon for home screens. */
export async function GET(
  _request: Request,
  { params }: { params: Promise<{ size: string }> },
): Promise<Response> {
  const { size } = await params;
  if (!sizes.includes(size)) notFound();
  const pixels = Number(size);
  return renderImage(<SquareIcon size={pixels} />, { width: pixels, height: pixels });
}
