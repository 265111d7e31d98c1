import { brand } from "@/lib/brand";
import { wordmarkOutline } from "./wordmark-outline";

/** The brand's name as SVG text, for a name without an outline. */
export function WordmarkText({ x, width }: { x: number; width: number }) {
  return (
    <text
      x={x}
      y={wordmarkOutline.baseline}
      textLength={width}
      lengthAdjust="spacingAndGlyphs"
      fontFamily="var(--font-serif)"
      fontSize={30}
    >
      {brand.name}
    </text>
  );
}

/** The brand's name in the serif, in the current text color. */
export function Wordmark({ className = "h-[25px] w-auto" }: { className?: string }) {
  const { name, width, height, baseline, path } = wordmarkOutline;
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      fill="currentColor"
      role="img"
      aria-label={brand.name}
      className={className}
    >
      {(brand.name as string) === name ? (
        <path transform={`translate(0 ${baseline})`} d={path} />
      ) : (
        <WordmarkText x={0} width={width} />
      )}
    </svg>
  );
}
