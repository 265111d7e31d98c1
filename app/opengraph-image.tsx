import { ShareCard } from "@/components/share/share-card";
import { shareCardSize } from "@/components/share/share-image";
import { brand } from "@/lib/brand";
import { renderImage } from "@/lib/http/pages/render-image";

export const alt = `${brand.name}: ${brand.tagline}`;
export const size = shareCardSize;
export const contentType = "image/png";

/** The share image of every page that doesn't have its own. */
export default function SiteImage(): Promise<Response> {
  return renderImage(<ShareCard title={brand.tagline} kicker="Every weekday by 8:00" />, size);
}
