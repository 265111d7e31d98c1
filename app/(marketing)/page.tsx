import type { Metadata } from "next";
import { marketingFooterLinks, marketingHeaderLinks } from "@/components/layout/navigation-links";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { ClosingCta } from "@/components/marketing/closing-cta";
import { FactStrip } from "@/components/marketing/fact-strip";
import { Faq } from "@/components/marketing/faq";
import { Hero } from "@/components/marketing/hero";
import { chooseHeroVariant } from "@/components/marketing/hero-variants";
import { HowItWorks } from "@/components/marketing/how-it-works";
import { LatestPosts } from "@/components/marketing/latest-posts";
import { Testimonials } from "@/components/marketing/testimonials";
import { Values } from "@/components/marketing/values";
import { questions } from "@/components/marketing/content/questions";
import { JsonLd } from "@/components/share/json-ld";
import { faqPage, organization, webSite } from "@/components/share/structured-data";
import { siteMessages } from "@/lib/messages/site";
import { pageConfig } from "@/lib/http/pages/page-config";
import { readHomePage } from "@/lib/http/pages/public-pages";

export const metadata: Metadata = {
  title: { absolute: siteMessages.homeTitle },
  alternates: { canonical: "/" },
};

/** `/` */
export default async function HomePage() {
  const { posts, briefing, today } = await readHomePage();
  const { siteUrl } = pageConfig();
  return (
    <>
      <JsonLd data={[organization(siteUrl), webSite(siteUrl), faqPage(questions)]} />
      <SiteHeader links={marketingHeaderLinks} />
      <main id="main">
        <FactStrip />
        <Hero variant={chooseHeroVariant()} briefing={briefing} />
        <LatestPosts posts={posts} />
        <Values />
        <HowItWorks localDate={today} />
        <Testimonials />
        <Faq />
        <ClosingCta />
      </main>
      <div data-theme="dark" className="bg-paper">
        <SiteFooter links={marketingFooterLinks} />
      </div>
    </>
  );
}
