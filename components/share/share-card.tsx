import { brand } from "@/lib/brand";
import { markPath } from "../brand/mark";
import { drawableText } from "./drawable-text";

// Drawn by Satori, which supports flexbox and inline styles, but no stylesheets.

const ink = "#12151B";
const paper = "#FAF8F3";
const muted = "#A8A69F";
const accent = "#7FC4A4";

const longestBalanced = 120;

/** Longer titles are smaller, so that they fit the card. */
function titleSize(title: string): number {
  if (title.length <= 44) return 92;
  if (title.length <= 80) return 74;
  return 60;
}

function CardMark({ width, color }: { width: number; color: string }) {
  return (
    <svg viewBox="0 0 24 21" width={width} height={(width * 21) / 24} fill={color}>
      <path d={markPath} />
    </svg>
  );
}

export type ShareCardProps = {
  title: string;
  /** Shown above the title, such as a post's date. */
  kicker: string;
  /** Shown next to the kicker. */
  label?: string;
};

/** The image that link previews show. */
export function ShareCard({ title, kicker, label }: ShareCardProps) {
  const headline = drawableText(title, brand.tagline);
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
        fontFamily: "Newsreader, Newsreader Extended",
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
          // A title that's cut at four lines needs their whole width.
          textWrap: headline.length > longestBalanced ? "wrap" : "balance",
          wordBreak: "break-word",
          fontSize: titleSize(headline),
          lineHeight: 1.08,
          letterSpacing: -1.2,
        }}
      >
        {headline}
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

/** The icon for home screens. */
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
