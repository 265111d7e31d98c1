import type { Metadata } from "next";
import { marketingFooterLinks, marketingHeaderLinks } from "@/components/layout/navigation-links";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { SiteLink } from "@/components/layout/site-link";
import { PlanCards } from "@/components/pricing/plan-cards";
import { planOffers } from "@/components/pricing/plan-offers";
import { TrialDays } from "@/components/pricing/trial-days";
import type { CheckoutConfig } from "@/lib/client/checkout";
import { listPrice, trialDays } from "@/lib/contracts/plans";
import { pricingMessages } from "@/lib/messages/pricing";
import { navigationLabels } from "@/lib/messages/site";
import { pageConfig } from "@/lib/http/pages/page-config";

export const metadata: Metadata = {
  title: navigationLabels.pricing,
  description: `${trialDays} days free, then ${listPrice("monthly")} a month or ${listPrice("annual")} a year. Cancel anytime; we’ll remind you before your first charge.`,
  alternates: { canonical: "/pricing" },
};

function checkoutConfig(): CheckoutConfig {
  const settings = pageConfig();
  return {
    scriptUrl: settings.PADDLE_SCRIPT_URL,
    clientToken: settings.PADDLE_CLIENT_TOKEN,
    siteUrl: settings.siteUrl,
    priceIds: { annual: settings.PADDLE_PRICE_ANNUAL, monthly: settings.PADDLE_PRICE_MONTHLY },
  };
}

/** `/pricing` */
export default function PricingPage() {
  return (
    <>
      <SiteHeader links={marketingHeaderLinks} current="/pricing" />
      <main id="main" className="wrap pt-[clamp(2.5rem,1.4rem+4.6vw,5rem)] pb-(--section)">
        <div className="mb-[clamp(2rem,1.4rem+2.6vw,3.5rem)] grid gap-y-5 lg:grid-cols-[minmax(0,7fr)_minmax(0,5fr)] lg:items-end">
          <h1 className="text-h1 font-[440]">
            <span className="block">One briefing. </span>
            <span className="block">Two ways to pay.</span>
          </h1>
          <p className="font-serif text-deck text-ink-2 lg:pl-10">
            {`Both plans start with a ${trialDays}-day free trial. Cancel anytime. ${pricingMessages.whatYouPayFor}`}
          </p>
        </div>
        <PlanCards offers={planOffers} checkout={checkoutConfig()} />
        <noscript>
          <p className="mt-6 text-ink-2">
            Checkout needs JavaScript. Turn it on and reload the page.
          </p>
        </noscript>
        <TrialDays />
        <p className="mt-12">
          <SiteLink href="/" className="inline-flex min-h-11 items-center text-link">
            {pricingMessages.backToHome}
          </SiteLink>
        </p>
      </main>
      <SiteFooter links={marketingFooterLinks} />
    </>
  );
}
