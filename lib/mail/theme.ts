import type { CSSProperties } from "react";

/** Light colors of an email; the dark ones are in `mailStyleSheet`. */
export const mailColors = {
  paper: "#FAF8F3",
  ink: "#12151B",
  inkQuiet: "#5D6169",
  hairline: "#DDD7CA",
  accent: "#0B4F3A",
} as const;

/** Font stack of headlines and body text. */
export const serif = "Newsreader,Georgia,'Times New Roman',serif";

/** Font stack of labels, tables, and buttons. */
export const sans = "Inter,-apple-system,'Segoe UI',Helvetica,Arial,sans-serif";

/** Text styles. Sizes are in pixels: email clients don't agree on other units. */
export const mailType = {
  wordmark: {
    fontFamily: serif,
    fontSize: "28px",
    lineHeight: "32px",
    fontWeight: 480,
    letterSpacing: "-.3px",
    color: mailColors.ink,
  },
  title: {
    fontFamily: serif,
    fontSize: "34px",
    lineHeight: "38px",
    fontWeight: 460,
    letterSpacing: "-.6px",
    color: mailColors.ink,
  },
  lead: {
    fontFamily: serif,
    fontSize: "22px",
    lineHeight: "28px",
    letterSpacing: "-.1px",
    color: mailColors.ink,
  },
  body: { fontFamily: serif, fontSize: "18px", lineHeight: "29px", color: mailColors.ink },
  label: { fontFamily: sans, fontSize: "13px", lineHeight: "20px", color: mailColors.inkQuiet },
} as const satisfies Record<string, CSSProperties>;

/**
 * Styles that can't be inline: web fonts, narrow screens, dark mode. Emails use no other class names
 * than these: `bg`, `ink`, `quiet`, `hair`, `thick`, `bar`, `edge`, `go`.
 */
export function mailStyleSheet(siteUrl: string): string {
  const fonts = `${siteUrl}/fonts`;
  return `
@font-face{font-family:Newsreader;font-weight:200 800;src:url("${fonts}/newsreader-latin-opsz-normal.woff2") format("woff2")}
@font-face{font-family:Newsreader;font-style:italic;font-weight:200 800;src:url("${fonts}/newsreader-latin-opsz-italic.woff2") format("woff2")}
@font-face{font-family:Inter;font-weight:100 900;src:url("${fonts}/inter-latin-opsz-normal.woff2") format("woff2")}
:root{color-scheme:light dark;supported-color-schemes:light dark}
p,td,li{text-wrap:pretty}h1,h2,h3{text-wrap:balance}
@media (max-width:520px){.pad{padding-left:20px!important;padding-right:20px!important}}
@media (prefers-color-scheme:dark){
.bg{background-color:#12151B!important}.ink{color:#F4EFE4!important}.quiet{color:#A09B90!important}
.hair{border-color:#2C313B!important}.thick{border-color:#F4EFE4!important}.bar{background-color:#F4EFE4!important}.edge{border-color:#8ED1B0!important}
.go{background-color:#8ED1B0!important}.go a{color:#0C1F17!important}}
`;
}
