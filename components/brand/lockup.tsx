import { brand } from "@/lib/brand";
import { markPath } from "./mark";
import { WordmarkText } from "./wordmark";
import { wordmarkOutline } from "./wordmark-outline";

const wordmarkX = 36;
const sharedId = "lockup-wordmark";
const isOutlined = (brand.name as string) === wordmarkOutline.name;

export type LockupProps = {
  className?: string;
  /** A second lockup on a page refers to the outline of the first, which keeps the page small. */
  isRepeat?: boolean;
};

/** Mark and wordmark side by side. Decorative: the link around it has the name as its label. */
export function Lockup({ className = "h-[25px] w-auto", isRepeat = false }: LockupProps) {
  const { width, height, baseline, path } = wordmarkOutline;
  return (
    <svg
      viewBox={`0 0 ${wordmarkX + width} ${height}`}
      width={wordmarkX + width}
      height={height}
      fill="currentColor"
      aria-hidden="true"
      className={className}
    >
      <path d={markPath} transform="translate(0 3)" />
      {!isOutlined && <WordmarkText x={wordmarkX} width={width} />}
      {isOutlined && isRepeat && <use href={`#${sharedId}`} />}
      {isOutlined && !isRepeat && (
        <path id={sharedId} transform={`translate(${wordmarkX} ${baseline})`} d={path} />
      )}
    </svg>
  );
}
