"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { SiteLink } from "@/components/layout/site-link";
import { adminNavigationLabels as labels } from "@/lib/messages/admin";
import { useAdmin } from "./gate";
import { navigationOf, pageOf } from "./navigation";

export type AdminPageProps = {
  title: ReactNode;
  /** A button or text at the end of the heading's line. */
  action?: ReactNode;
  children: ReactNode;
};

/** The frame of an admin page: its heading and what is below. */
export function AdminPage({ title, action, children }: AdminPageProps) {
  return (
    <main id="main" className="wrap w-full pt-8 pb-(--section)">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-3">
        <h1 className="text-h2">{title}</h1>
        {action}
      </div>
      {children}
    </main>
  );
}

/** A page below Settings, with the tabs that the role may see. */
export function SettingsPage({ action, children }: Omit<AdminPageProps, "title">) {
  const pathname = usePathname();

  const { settings } = navigationOf(useAdmin().role);
  return (
    <AdminPage title={pageOf(pathname)?.label} action={action}>
      <nav
        aria-label={labels.settings}
        className="mt-2 mb-8 flex flex-wrap gap-x-[clamp(1.125rem,.2rem_+_2.6vw,2rem)] border-b border-ink"
      >
        {settings.map(({ href, label }) => (
          <SiteLink
            key={href}
            href={href}
            aria-current={pathname === href ? "page" : undefined}
            className="-mb-px inline-flex min-h-11 items-center border-y-[3px] border-transparent forced-colors:border-t-0 forced-colors:not-aria-[current]:border-0 text-label font-nav whitespace-nowrap text-ink-2 no-underline hover:text-ink aria-[current]:border-b-ink aria-[current]:font-medium aria-[current]:text-ink"
          >
            {label}
          </SiteLink>
        ))}
      </nav>
      {children}
    </AdminPage>
  );
}

export type AdminSectionProps = {
  /** Of the heading, unique on the page. */
  id: string;
  title: string;
  /** A button, link, or text at the end of the heading's line. */
  action?: ReactNode;
  className?: string;
  children: ReactNode;
};

/** A part of a page below an ink line. */
export function AdminSection({ id, title, action, className, children }: AdminSectionProps) {
  return (
    <section aria-labelledby={id} className={className}>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 border-t border-ink py-4">
        <h2 id={id} className="text-h3">
          {title}
        </h2>
        {action}
      </div>
      {children}
    </section>
  );
}
