/** The feeds of posts: address, media type, and what the format is called. */
export const feeds = {
  rss: { path: "/feed.xml", type: "application/rss+xml", format: "RSS" },
  atom: { path: "/atom.xml", type: "application/atom+xml", format: "Atom" },
  json: { path: "/feed.json", type: "application/feed+json", format: "JSON Feed" },
} as const;
