import { SquareIcon } from "@/components/share/share-card";
import { renderImage } from "@/lib/http/pages/render-image";

export const size = { width: 180, height: 180 };
export const contentType = "image/png";

/** The icon on the home screen of Apple devices. */
export default function AppleIcon(): Promise<Response> {
  return renderImage(<SquareIcon size={size.width} />, size);
}
