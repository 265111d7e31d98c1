import Link from "next/link";
import type { AriaAttributes, ReactNode } from "react";

/** What `SiteLink` takes. */
export type SiteLinkProps = Pick<AriaAttributes, "aria-label" | "aria-current"> & {
  href: string;
  className?: string;
  children: ReactNode;
};

// What a page may load is decided by the document it came in. The checkout's scripts are allowed on
// its own page alone, so that page has to come as a document.
const ownDocuments: readonly string[] = ["/pricing"];

/** A link: within the site mostly without loading a new document, to any other place as usual. */
export function SiteLink({ href, children, ...rest }: SiteLinkProps) {
  if (href.startsWith("/") && !ownDocuments.includes(href)) {
    return (
      <Link href={href} {...rest}>
        {children}
      </Link>
    );
  }
  return (
    <a href={href} {...rest}>
      {children}
    </a>
  );
}
