import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import AboutPage from "@/app/(marketing)/(legal)/about/page";
import PrivacyPage from "@/app/(marketing)/(legal)/privacy/page";
import RefundPage from "@/app/(marketing)/(legal)/refund/page";
import TermsPage from "@/app/(marketing)/(legal)/terms/page";
import { htmlProblems } from "@/tests/support/html-problems";
import { Weeks } from "./admin/daily-messages/weeks";
import { marketingFooterLinks, marketingHeaderLinks } from "./layout/navigation-links";
import { PageNotFound } from "./layout/page-not-found";
import { SiteFooter } from "./layout/site-footer";
import { SiteHeader } from "./layout/site-header";
import { ClosingCta } from "./marketing/closing-cta";
import { FactStrip } from "./marketing/fact-strip";
import { Faq } from "./marketing/faq";
import { Hero } from "./marketing/hero";
import { chooseHeroVariant } from "./marketing/hero-variants";
import { HowItWorks } from "./marketing/how-it-works";
import { LatestPosts } from "./marketing/latest-posts";
import { Testimonials } from "./marketing/testimonials";
import { Values } from "./marketing/values";
import { PlanCards } from "./pricing/plan-cards";
import { planOffers } from "./pricing/plan-offers";
import { TrialDays } from "./pricing/trial-days";
import { Article } from "./reading/article";
import { ArticleFrame } from "./reading/article-frame";
import { Nameplate } from "./reading/nameplate";
import { PostNotFound } from "./reading/post-not-found";

const post = {
  id: 7,
  slug: "k3",
  title: "Rates hold",
  shortDate: "05 MAR",
  fullDate: "March 5, 2025",
  content:
    "The **Fed** held.[^1]\n\n- [x] a\n- b\n\n| c | d |\n| - | -: |\n| 1 | 2 |\n\n> e\n\n[^1]: f",
  readTime: 2,
  createdAt: "2025-03-04T18:00:00.000Z",
  updatedAt: null,
};

const briefing = {
  localDate: "2026-11-18",
  smsText: "1. One\n2. Two\nhttps://threeline.example/r/k3",
  email: { title: "One", preview: "Two" },
};

const checkout = {
  scriptUrl: "https://paddle.example/paddle.js",
  clientToken: undefined,
  siteUrl: "https://threeline.example",
  priceIds: { annual: undefined, monthly: undefined },
};

const day = (date: string, change = {}) => ({
  date,
  isWeekday: true,
  isDayOff: false,
  holiday: null,
  messages: [],
  posts: [],
  hasStarted: false,
  isOver: false,
  ...change,
});

const message = {
  id: 1,
  date: "2026-11-19",
  message: "1. One",
  isActive: true,
  createdAt: "2026-11-01T00:00:00.000Z",
  updatedAt: null,
};

const screens: [string, ReactElement][] = [
  [
    "the home page",
    <main key="home">
      <SiteHeader links={marketingHeaderLinks} />
      <Hero variant={chooseHeroVariant()} briefing={briefing} />
      <FactStrip />
      <LatestPosts posts={[{ ...post, preview: "The Fed held." }]} />
      <Values />
      <HowItWorks localDate="2026-11-18" />
      <Testimonials />
      <Faq />
      <ClosingCta />
      <SiteFooter links={marketingFooterLinks} />
    </main>,
  ],
  [
    "the pricing page",
    <main key="pricing">
      <PlanCards offers={planOffers} checkout={checkout} />
      <TrialDays />
    </main>,
  ],
  [
    "an article",
    <ArticleFrame key="a" signUpUrl="/pricing">
      <Article
        earlier={[{ slug: "b1", title: "Rates, a year ago", date: "2024-03-05" }]}
        post={post}
        signUpUrl="/pricing"
        neighbors={{ previous: { slug: "k2", title: "a" }, next: { slug: "k4", title: "b" } }}
      />
    </ArticleFrame>,
  ],
  ["the post list", <Nameplate key="n" today="2026-11-18" gap={null} signUpUrl="/pricing" />],
  ["a missing post", <PostNotFound key="m" />],
  ["a missing page", <PageNotFound key="p" />],
  ["About", <AboutPage key="about" />],
  ["the privacy policy", <PrivacyPage key="privacy" />],
  ["the refund policy", <RefundPage key="refund" />],
  ["the terms", <TermsPage key="terms" />],
  [
    "the editor's calendar",
    <Weeks
      key="weeks"
      days={[
        day("2026-11-19", { messages: [message] }),
        day("2026-11-20", { messages: [message], isOver: true }),
        day("2026-11-21", { messages: [message], isWeekday: false }),
        day("2026-11-23"),
      ]}
      editorDate="2026-11-18"
      urgentUntil="2026-11-20"
      openDate="2026-11-23"
      onOpen={() => undefined}
      onPage={() => undefined}
      onToday={() => undefined}
      isPaging={false}
      failure={null}
    >
      New
    </Weeks>,
  ],
];

test.each(screens)("%s is valid HTML", async (_, screen) => {
  expect(await htmlProblems(renderToStaticMarkup(screen))).toEqual([]);
});
