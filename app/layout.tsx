import type { Metadata, Viewport } from "next";
import type { ReactNode } from "react";
import { IconLink } from "@/components/brand/icon-link";
import { ReportHydrated } from "@/components/layout/report-hydrated";
import { SkipLink } from "@/components/layout/skip-link";
import { TestSiteNotice } from "@/components/layout/test-site-notice";
import { FeedLinks } from "@/components/share/feed-links";
import { brand } from "@/lib/brand";
import { analyticsMetaName } from "@/lib/client/analytics";
import { siteMessages } from "@/lib/messages/site";
import { pageConfig } from "@/lib/http/pages/page-config";
import { fontClassName } from "./fonts";
import "./globals.css";

const { siteUrl, testSite, ANALYTICS_URL: analyticsUrl } = pageConfig();

// Seconds. Without this, every static page would show the year of its build in the footer forever.
export const revalidate = 60;

export const metadata: Metadata = {
  metadataBase: new URL(siteUrl),
  title: { default: `${brand.name}: ${brand.tagline}`, template: `%s | ${brand.name}` },
  description: siteMessages.description,
  applicationName: brand.name,
  // Relative to each page.
  openGraph: { type: "website", siteName: brand.name, locale: "en_US", url: "./" },
  twitter: { card: "summary_large_image" },
};

export const viewport: Viewport = {
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#FAF8F3" },
    { media: "(prefers-color-scheme: dark)", color: "#12151B" },
  ],
};

export default function RootLayout({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <html lang="en" className={fontClassName}>
      <body>
        <IconLink />
        <FeedLinks />
        {/* Not in `metadata`, which can be gone for a moment after a refresh, just when an event is sent. */}
        {analyticsUrl && <meta name={analyticsMetaName} content={analyticsUrl} />}
        <SkipLink />
        {testSite && <TestSiteNotice kind={testSite} />}
        {children}
        <ReportHydrated />
      </body>
    </html>
  );
}
