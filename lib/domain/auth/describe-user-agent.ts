type Name = readonly [pattern: RegExp, words: string];

// The first that fits counts: most browsers also name those that they descend from.
const browsers: readonly Name[] = [
  [/\bEdg(?:e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(?:Firefox|FxiOS)\//, "Firefox"],
  [/\b(?:Chrome|Chromium|CriOS|HeadlessChrome)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];

const systems: readonly Name[] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bMacintosh\b/, "Mac"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bLinux\b/, "Linux"],
];

/**
 * A browser in words, such as `Chrome on Windows`, from its `User-Agent`. Only words of ours come
 * out: whoever asks for somebody else's link must not be able to write into the mail.
 */
export function describeUserAgent(userAgent: string | null): string {
  const find = (names: readonly Name[]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (!browser) return system ? `a browser on ${system}` : "an unknown browser";
  return system ? `${browser} on ${system}` : browser;
}
