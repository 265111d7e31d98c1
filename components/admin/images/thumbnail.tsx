import type { ImageView } from "@/lib/contracts/admin/images";
import { imageWidths, parseImageAddress } from "@/lib/contracts/reading/image-address";

/** The whole image, scaled to fit a frame of fixed proportions. */
export function Thumbnail({ image }: { image: Pick<ImageView, "url" | "alt"> }) {
  const files = parseImageAddress(image.url);
  const [width] = files ? imageWidths(files) : [];
  return (
    <span className="block aspect-[8/5] border border-rule bg-[#fff]">
      {/* oxlint-disable-next-line next/no-img-element -- Next's optimizer is off */}
      <img
        src={files ? `${files.base}/${width}.webp` : image.url}
        alt={image.alt}
        loading="lazy"
        decoding="async"
        className="size-full object-contain"
      />
    </span>
  );
}
