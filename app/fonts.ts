import localFont from "next/font/local";

// All fonts are served by the site itself. Next parses these calls without running them, so every
// value must be a literal. Browsers mix faces only if they share a family name, a weight, and a style;
// they take the last one whose range has the character.
//
// The build writes the faces with `display: "block"` into the stylesheet, so that a page's first paint
// has its fonts (docs/decisions/048-public-pages.md). The others load when a page has a character
// outside the ranges of these.

const newsreaderExtended = localFont({
  src: "../node_modules/@fontsource-variable/newsreader/files/newsreader-latin-ext-opsz-normal.woff2",
  weight: "400 600",
  style: "normal",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "font-family", value: "newsreader" },
    {
      prop: "unicode-range",
      value:
        "U+0100-0130,U+0132-0151,U+0154-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    },
  ],
});

const newsreaderLatin = localFont({
  src: "../node_modules/@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2",
  weight: "400 600",
  style: "normal",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "font-family", value: "newsreader" },
    {
      prop: "unicode-range",
      value:
        "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
    },
  ],
});

const newsreaderSite = localFont({
  src: "../public/fonts/site-newsreader.woff2",
  weight: "400 600",
  style: "normal",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "font-family", value: "newsreader" },
    {
      prop: "unicode-range",
      value:
        "U+0020-007E,U+00A0,U+00A2-00A3,U+00A5,U+00A7,U+00A9,U+00AB,U+00AD,U+00B0-00B1,U+00B6-00B7,U+00BB,U+00BD,U+00D7,U+00E0-00E1,U+00E4,U+00E7-00E9,U+00ED,U+00F1,U+00F3,U+00F6,U+00FC,U+2009-200A,U+2010-2011,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+202F,U+20AC,U+2122,U+2212",
    },
  ],
});

const newsreader = localFont({
  src: "../public/fonts/first-newsreader.woff2",
  weight: "400 600",
  style: "normal",
  display: "block",
  preload: false,
  variable: "--font-newsreader",
  adjustFontFallback: "Times New Roman",
  declarations: [
    { prop: "font-family", value: "newsreader" },
    {
      prop: "unicode-range",
      value:
        "U+0020-0022,U+0024-0029,U+002B-003B,U+003F,U+0041-005A,U+0061-007A,U+00A0,U+00A3,U+00A9,U+00AD,U+00B7,U+00E9,U+2009-200A,U+2010-2011,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+202F,U+20AC,U+2122,U+2212",
    },
  ],
});

const italicStrong = localFont({
  src: "../node_modules/@fontsource-variable/newsreader/files/newsreader-latin-wght-italic.woff2",
  weight: "500 600",
  style: "italic",
  preload: false,
  adjustFontFallback: false,
  declarations: [{ prop: "font-family", value: "newsreader" }],
});

const italicLatin = localFont({
  src: "../node_modules/@fontsource-variable/newsreader/files/newsreader-latin-wght-italic.woff2",
  weight: "400",
  style: "italic",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "font-family", value: "newsreader" },
    {
      prop: "unicode-range",
      value:
        "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
    },
  ],
});

const italicSite = localFont({
  src: "../public/fonts/site-newsreader-italic.woff2",
  weight: "400",
  style: "italic",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "font-family", value: "newsreader" },
    {
      prop: "unicode-range",
      value:
        "U+0020-007E,U+00A0,U+00A2-00A3,U+00A5,U+00A7,U+00A9,U+00AB,U+00AD,U+00B0-00B1,U+00B6-00B7,U+00BB,U+00BD,U+00D7,U+00E0-00E1,U+00E4,U+00E7-00E9,U+00ED,U+00F1,U+00F3,U+00F6,U+00FC,U+2009-200A,U+2010-2011,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+202F,U+20AC,U+2122,U+2212",
    },
  ],
});

const italic = localFont({
  src: "../public/fonts/first-newsreader-italic.woff2",
  weight: "400",
  style: "italic",
  display: "block",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "font-family", value: "newsreader" },
    {
      prop: "unicode-range",
      value:
        "U+0020-0022,U+0024-0029,U+002B-003B,U+003F,U+0041-005A,U+0061-007A,U+00A0,U+00A3,U+00A9,U+00AD,U+00B7,U+00E9,U+2009-200A,U+2010-2011,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+202F,U+20AC,U+2122,U+2212",
    },
  ],
});

const figures = localFont({
  src: "../public/fonts/first-figures.woff2",
  weight: "360",
  style: "normal",
  display: "block",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "font-family", value: "figures" },
    {
      prop: "unicode-range",
      value: "U+0024,U+0030-003A",
    },
  ],
});

const interExtended = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-ext-wght-normal.woff2",
  weight: "400 600",
  style: "normal",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "font-family", value: "inter" },
    {
      prop: "unicode-range",
      value:
        "U+0100-0130,U+0132-0151,U+0154-02BA,U+02BD-02C5,U+02C7-02CC,U+02CE-02D7,U+02DD-02FF,U+1D00-1DBF,U+1E00-1E9F,U+1EF2-1EFF,U+2020,U+20A0-20AB,U+20AD-20C0,U+2113,U+2C60-2C7F,U+A720-A7FF",
    },
  ],
});

const interLatin = localFont({
  src: "../node_modules/@fontsource-variable/inter/files/inter-latin-wght-normal.woff2",
  weight: "400 600",
  style: "normal",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "font-family", value: "inter" },
    {
      prop: "unicode-range",
      value:
        "U+0000-00FF,U+0131,U+0152-0153,U+02BB-02BC,U+02C6,U+02DA,U+02DC,U+0304,U+0308,U+0329,U+2000-206F,U+20AC,U+2122,U+2191,U+2193,U+2212,U+2215,U+FEFF,U+FFFD",
    },
  ],
});

const interSite = localFont({
  src: "../public/fonts/site-inter.woff2",
  weight: "400 600",
  style: "normal",
  preload: false,
  adjustFontFallback: false,
  declarations: [
    { prop: "font-family", value: "inter" },
    {
      prop: "unicode-range",
      value:
        "U+0020-007E,U+00A0,U+00A2-00A3,U+00A5,U+00A7,U+00A9,U+00AB,U+00AD,U+00B0-00B1,U+00B6-00B7,U+00BB,U+00BD,U+00D7,U+00E0-00E1,U+00E4,U+00E7-00E9,U+00ED,U+00F1,U+00F3,U+00F6,U+00FC,U+2009-200A,U+2010-2011,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+202F,U+20AC,U+2122,U+2212",
    },
  ],
});

const inter = localFont({
  src: "../public/fonts/first-inter.woff2",
  weight: "400 600",
  style: "normal",
  display: "block",
  preload: false,
  variable: "--font-inter",
  adjustFontFallback: "Arial",
  declarations: [
    { prop: "font-family", value: "inter" },
    {
      prop: "unicode-range",
      value:
        "U+0020-005B,U+005D,U+005F,U+0061-007A,U+00A0,U+00A3,U+00A9,U+00AD,U+00B7,U+00E9,U+2009-200A,U+2010-2011,U+2013-2014,U+2018-2019,U+201C-201D,U+2022,U+2026,U+202F,U+20AC,U+2122,U+2212",
    },
  ],
});

const others = [
  newsreaderExtended,
  newsreaderLatin,
  newsreaderSite,
  italicStrong,
  italicLatin,
  italicSite,
  italic,
  figures,
  interExtended,
  interLatin,
  interSite,
];

/** Class of the root element. Mentions every font, or Next would drop its faces from the stylesheet. */
export const fontClassName = [newsreader, inter]
  .map((font) => font.variable)
  .concat(others.map((font) => font.className && ""))
  .join(" ")
  .trim();
