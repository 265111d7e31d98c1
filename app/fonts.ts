import localFont from "next/font/local";

// The files come with the packages: nothing is fetched while building or reading. Next reads these
// calls without running them, so every value is written out. The faces of one family share its
// name; only the upright Latin one is fetched ahead, the others when a page has such a character.

const newsreader = localFont({
  src: "../node_modules/@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2",
  weight: "200 800",
  style: "normal",
  variable: "--font-newsreader",
  adjustFontFallback: "Times New Roman",
  declarations: [
    { prop: "font-family", value: "newsreader" },
    {
      prop: "unicode-range",
      value:
        "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
    },
  ],
});

const newsreaderItalic = localFont({
  src: "../node_modules/@fontsource-variable/newsreader/files/newsreader-latin-wght-italic.woff2",
  weight: "200 800",
  style: "italic",
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: "font-family", value: "newsreader" }],
});

const newsreaderExtended = localFont({
  src: "../node_modules/@fontsource-variable/newsreader/files/newsreader-latin-ext-opsz-normal.woff2",
  weight: "200 800",
  style: "normal",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "font-family", value: "newsreader" },
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    },
  ],
});

const inter = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "100 900",
  style: "normal",
  variable: "--font-inter",
  adjustFontFallback: "Arial",
  declarations: [
    { prop: "font-family", value: "inter" },
    {
      prop: "unicode-range",
      value:
        "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
    },
  ],
});

const interExtended = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2",
  weight: "100 900",
  style: "normal",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "font-family", value: "inter" },
    {
      prop: "unicode-range",
      value:
        "U+0100-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    },
  ],
});

/** Class of the root element: it names the families and keeps all their faces in the stylesheet. */
export const fontClassName = [newsreader, inter]
  .map((font) => font.variable)
  .concat([newsreaderItalic, newsreaderExtended, interExtended].map((font) => font.className && ""))
  .join(" ")
  .trim();
