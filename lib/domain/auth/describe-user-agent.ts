type Name = readonly [pattern: RegExp, label: string];

// The first match counts: most user agents also name the browsers they derive from.
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
 * Describes a browser, such as `Chrome on Windows`, from its `User-Agent`. The result never
 * contains text from the header, so that nobody can inject text into a login email.
 */
export function describeUserAgent(userAgent: string | null): string {
  const find = (names: readonly Name[]) =>
    names.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1];
  const [browser, system] = [find(browsers), find(systems)];
  if (!browser) return system ? `a browser on ${system}` : "an unknown browser";
  return system ? `${browser} on ${system}` : browser;
}

/** A browser and its address: `Chrome on Windows (IP address 203.0.113.7)`. */
export function describeRequester(userAgent: string | null, clientAddress: string): string {
  return `${describeUserAgent(userAgent)} (IP address ${clientAddress})`;
}
