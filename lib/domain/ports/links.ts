/** What a reader who follows a link gets. */
export type LinkAnswer = {
  /** `moved`: another page, for good. `unknown`: it can't be said now, because the site doesn't answer. */
  state: "works" | "moved" | "dead" | "unknown";
  /** Where it moved, or why it's dead or unknown, such as `404`. */
  detail: string | null;
};

/** Follows links. */
export type LinkChecker = {
  /** Calls a web address once, without following redirects. Never throws. */
  check(url: string): Promise<LinkAnswer>;
};
