import type { MetadataRoute } from "next";
import { pageConfig } from "@/lib/http/pages/page-config";

/** `/robots.txt`: everything except personal and admin pages. */
export default function robots(): MetadataRoute.Robots {
  const { siteUrl } = pageConfig();
  return {
    rules: {
      userAgent: "*",
      allow: "/",
      disallow: [
        "/account",
        "/admin",
        "/api/",
        "/auth/",
        "/cms-login-fpng",
        "/confirm-email/",
        "/change-email/",
        "/content-management",
        "/daily-messages-admin",
        "/onboarding",
        "/test-make-sms",
        "/unsubscribe/",
      ],
    },
    sitemap: ["/sitemap.xml", "/news-sitemap.xml"].map((path) => siteUrl + path),
  };
}
