import Link from "next/link";
import type { AriaAttributes, ReactNode } from "react";

/** What `SiteLink` takes. */
export type SiteLinkProps = Pick<AriaAttributes, "aria-label" | "aria-current"> & {
  href: string;
  className?: string;
  children: ReactNode;
};

/** A link: within the site without loading a new document, to any other place as usual. */
export function SiteLink({ href, children, ...rest }: SiteLinkProps) {
  if (href.startsWith("/")) {
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
