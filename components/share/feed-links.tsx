import { brand } from "@/lib/brand";
import { feeds } from "@/lib/contracts/primitives";

/** For feed readers. React moves the links into the head. */
export function FeedLinks() {
  return Object.values(feeds).map(({ path, type, format }) => (
    <link key={path} rel="alternate" type={type} href={path} title={`${brand.name} (${format})`} />
  ));
}
