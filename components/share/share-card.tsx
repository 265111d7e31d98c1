import { brand } from "@/lib/brand";
import { markPath } from "../brand/mark";
import { drawableText } from "./drawable-text";

// Drawn by Satori, which knows flexible boxes and nothing of stylesheets.

/** Size of a shared picture, in pixels (Open Graph and X agree on this one). */
export const shareCardSize = { width: 1200, height: 630 };

const ink = "#12151B";
const paper = "#FAF8F3";
const muted = "#A8A69F";
const accent = "#7FC4A4";

/** Longer titles are set smaller, so that all of them stay on the card. */
function titleSize(title: string): number {
  if (title.length <= 44) return 92;
  if (title.length <= 80) return 74;
  return 60;
}

/** The mark as Satori draws it. */
function CardMark({ width, color }: { width: number; color: string }) {
  return (
    <svg viewBox="0 0 24 21" width={width} height={(width * 21) / 24} fill={color}>
      <path d={markPath} />
    </svg>
  );
}

/** What `ShareCard` takes. */
export type ShareCardProps = {
  title: string;
  /** Above the title, such as a post's date. */
  kicker: string;
  /** Beside the kicker. */
  label?: string;
};

/** The picture that stands for a page where it is shared: mark, date, title. */
export function ShareCard({ title, kicker, label }: ShareCardProps) {
  const words = drawableText(title, brand.tagline);
  return (
    <div
      style={{
        width: "100%",
        height: "100%",
        display: "flex",
        flexDirection: "column",
        justifyContent: "space-between",
        padding: "72px 80px 68px",
        background: ink,
        color: paper,
        fontFamily: "Newsreader",
      }}
    >
      <div
        style={{
          display: "flex",
          alignItems: "center",
          gap: 24,
          fontFamily: "Inter",
          fontSize: 26,
          letterSpacing: 3,
          color: muted,
        }}
      >
        <span>{kicker.toUpperCase()}</span>
        {label && <span style={{ width: 44, height: 2, background: "#3A3E46" }} />}
        {label && <span style={{ color: accent }}>{label}</span>}
      </div>
      <div
        style={{
          display: "block",
          lineClamp: 4,
          textWrap: "balance",
          fontSize: titleSize(words),
          lineHeight: 1.08,
          letterSpacing: -1.2,
        }}
      >
        {words}
      </div>
      <div
        style={{
          display: "flex",
          alignItems: "center",
          gap: 22,
          borderTop: "2px solid #2B2F37",
          paddingTop: 34,
          fontSize: 40,
        }}
      >
        <CardMark width={44} color={paper} />
        <span>{drawableText(brand.name, "")}</span>
      </div>
    </div>
  );
}

/** The mark on a square of paper or ink, for home screens. */
export function SquareIcon({ size }: { size: number }) {
  return (
    <div
      style={{
        width: "100%",
        height: "100%",
        display: "flex",
        alignItems: "center",
        justifyContent: "center",
        background: ink,
      }}
    >
      <CardMark width={Math.round(size * 0.5)} color={paper} />
    </div>
  );
}
