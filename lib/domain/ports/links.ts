/** What a reader who follows a link gets. */
export type LinkAnswer = {
  /** `moved`: permanently, to a different page. `unknown`: the site doesn't answer now. */
  state: "works" | "moved" | "dead" | "unknown";
  /** Where it moved, or why it's dead or unknown, such as `404`. */
  detail: string | null;
};

/** Follows links. */
export type LinkChecker = {
  /** Calls a web address once, without following redirects. Never throws. */
  check(url: string): Promise<LinkAnswer>;
};
