import Link from "next/link";
import type { AriaAttributes, ReactNode } from "react";
import { LinkSpinner } from "./link-spinner";

export type SiteLinkProps = Pick<AriaAttributes, "aria-label" | "aria-current"> & {
  href: string;
  className?: string;
  children: ReactNode;
};

// The content security policy of a document is fixed when it loads, and only the pricing page's
// allows the checkout's scripts. Client-side navigation would keep the previous page's policy.
const fullLoadPaths: readonly string[] = ["/pricing"];

/** The list and the articles show a spinner while they load. */
const spinnerPaths = /^\/(?:read$|r\/)/;

/** A link with client-side navigation, except to other sites and to pages that need a full load. */
export function SiteLink({ href, children, ...rest }: SiteLinkProps) {
  if (href.startsWith("/") && !fullLoadPaths.includes(href)) {
    return (
      <Link href={href} {...rest}>
        {children}
        {spinnerPaths.test(href) && <LinkSpinner />}
      </Link>
    );
  }
  return (
    <a href={href} {...rest}>
      {children}
    </a>
  );
}
