import type { CSSProperties } from "react";

/** Light colors of an email; the dark ones are in `mailStyleSheets`. */
export const mailColors = {
  paper: "#FAF8F3",
  ink: "#12151B",
  inkQuiet: "#5D6169",
  hairline: "#DDD7CA",
  accent: "#0B4F3A",
} as const;

/** Font stack of headlines and body text. */
export const serif = "Newsreader,Georgia,serif";

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

/** Inline styles, including one that only Outlook for Windows supports. */
export type MailStyle = CSSProperties & {
  /** Padding of a table cell, only in Outlook for Windows. */
  msoPaddingAlt?: string;
};

/**
 * Dark colors of the class names in emails, besides `pad` and `gap`. Backgrounds are separate from other
 * colors, because Outlook marks the two kinds of change differently.
 */
const dark = {
  backgrounds: { bg: "#12151B", bar: "#F4EFE4", go: "#8ED1B0" },
  colors: {
    ink: "color:#F4EFE4",
    quiet: "color:#A09B90",
    hair: "border-color:#2C313B",
    thick: "border-color:#F4EFE4",
    edge: "border-color:#8ED1B0",
    "go a": "color:#0C1F17",
  },
} as const;

/** Rules for dark mode, with a selector in front of each class: one for backgrounds, one for colors. */
function darkRules(backgroundScope: string, colorScope: string): string {
  return [
    ...Object.entries(dark.backgrounds).map(
      ([name, color]) => `${backgroundScope}.${name}{background-color:${color}!important}`,
    ),
    ...Object.entries(dark.colors).map(
      ([name, declaration]) => `${colorScope}.${name}{${declaration}!important}`,
    ),
  ].join("\n");
}

const fontFaces = [
  [
    "newsreader-latin-opsz-normal",
    "font-family:Newsreader;mso-font-alt:Georgia;font-weight:200 800",
  ],
  [
    "newsreader-latin-opsz-italic",
    "font-family:Newsreader;mso-font-alt:Georgia;font-style:italic;font-weight:200 800",
  ],
  ["inter-latin-opsz-normal", "font-family:Inter;mso-font-alt:Arial;font-weight:100 900"],
] as const;

/**
 * Styles that can't be inline. Gmail drops a whole sheet if it doesn't support part of it, so the first has
 * only what Gmail supports: narrow screens and dark mode. Then come dark mode in Outlook on the web and in
 * its apps (which mark what they change), details, and web fonts.
 */
export function mailStyleSheets(siteUrl: string): string[] {
  return [
    `@media (max-width:520px){.pad{padding-left:20px!important;padding-right:20px!important}}\n@media (prefers-color-scheme:dark){${darkRules("", "")}}`,
    darkRules("[data-ogsb] ", "[data-ogsc] "),
    ":root{color-scheme:light dark;supported-color-schemes:light dark}\np,td,li{text-wrap:pretty}h1,h2,h3{text-wrap:balance}",
    fontFaces
      .map(
        ([file, font]) =>
          `@font-face{${font};\nsrc:url("${siteUrl}/fonts/${file}.woff2") format("woff2")}`,
      )
      .join("\n"),
  ];
}
