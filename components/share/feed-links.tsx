import { brand } from "@/lib/brand";

const feeds = [
  ["/feed.xml", "application/rss+xml", "RSS"],
  ["/atom.xml", "application/atom+xml", "Atom"],
  ["/feed.json", "application/feed+json", "JSON Feed"],
] as const;

/** Where feed readers find the feeds; React moves the links into the head. */
export function FeedLinks() {
  return feeds.map(([href, type, format]) => (
    <link key={href} rel="alternate" type={type} href={href} title={`${brand.name} (${format})`} />
  ));
}
