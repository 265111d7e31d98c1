import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { marketingFooterLinks, marketingHeaderLinks } from "@/components/layout/navigation-links";
import { SiteFooter } from "@/components/layout/site-footer";
import { SiteHeader } from "@/components/layout/site-header";
import { elementIn, elementsIn, linksIn, textsIn } from "@/tests/support/rendered-elements";
import { questions } from "./content/questions";
import { initialsOf, testimonials } from "./content/testimonials";
import { ClosingCta } from "./closing-cta";
import { FactStrip } from "./fact-strip";
import { Faq } from "./faq";
import { Hero } from "./hero";
import { chooseHeroVariant } from "./hero-variants";
import { HowItWorks } from "./how-it-works";
import { LatestPosts } from "./latest-posts";
import { Testimonials } from "./testimonials";
import { Values } from "./values";

describe("header and footer", () => {
  it("link to pricing and the account", () => {
    const header = renderToStaticMarkup(<SiteHeader links={marketingHeaderLinks} />);
    expect(linksIn(elementIn(header, "nav", { "aria-label": "Main" }).markup)).toEqual([
      ["Pricing", "/pricing"],
      ["Account", "/account"],
    ]);
  });

  it("have the footer's five links", () => {
    const footer = renderToStaticMarkup(<SiteFooter links={marketingFooterLinks} />);
    expect(linksIn(elementIn(footer, "nav", { "aria-label": "Footer" }).markup)).toEqual([
      ["Pricing", "/pricing"],
      ["Sign In", "/account"],
      ["Sign Up", "/pricing"],
      ["Privacy", "/privacy"],
      ["Terms", "/terms"],
    ]);
  });
});

describe("hero", () => {
  const briefing = {
    localDate: "2026-11-18",
    smsText: "1. Ten-year yield falls\n2. Brent under $70\nhttps://threeline.example/r/k7",
    email: { title: "Yields and oil", preview: "Services activity slowed." },
  };
  const markup = renderToStaticMarkup(<Hero variant={chooseHeroVariant()} briefing={briefing} />);

  it("has the headline of variant A", () => {
    expect(textsIn(markup, "h1")).toEqual(["The morning’s finance news, in three lines."]);
  });

  it("leads to pricing and to the testimonials", () => {
    expect(linksIn(markup)).toEqual([
      ["Start Free Trial", "/pricing"],
      ["Learn More", "#testimonials"],
    ]);
  });

  it("shows the briefing as a text and an email on a phone", () => {
    const label =
      "A phone at 8:00 showing the briefing for Wednesday, November 18 as a text and an email";
    const phone = elementIn(markup, "figure", { "aria-label": label });
    expect(textsIn(phone.markup, "p")).toEqual([
      "Wednesday, November 18",
      "8:00",
      "Threelinenow",
      "1. Ten-year yield falls",
      "2. Brent under $70",
      "threeline.example/r/k7",
      "Mail8 min ago",
      "Yields and oil",
      "Services activity slowed.",
    ]);
  });

  it("shows the text alone if the briefing has no post", () => {
    const withoutPost = { ...briefing, email: null };
    const text = renderToStaticMarkup(
      <Hero variant={chooseHeroVariant()} briefing={withoutPost} />,
    );
    expect(text).not.toContain("Mail");
  });
});

it("the fact strip names both prices", () => {
  expect(renderToStaticMarkup(<FactStrip />)).toContain("$5 a month or $40 a year");
});

it("the latest posts link to their pages and to the list", () => {
  const post = {
    id: 7,
    slug: "k3",
    title: "Rates hold",
    shortDate: "05 MAR",
    fullDate: "March 5, 2025",
    readTime: 2,
    preview: "",
    createdAt: "2025-03-04T18:00:00.000Z",
    updatedAt: null,
  };
  const markup = renderToStaticMarkup(<LatestPosts posts={[post]} />);
  expect(textsIn(markup, "h2")).toEqual(["Latest briefings"]);
  expect(elementIn(markup, "li").text).toBe("05 MARRates hold2 min read");
  expect(linksIn(markup)).toEqual([
    ["Rates hold", "/r/k3"],
    ["All briefings", "/read"],
  ]);
});

it("the values have four points", () => {
  const markup = renderToStaticMarkup(<Values />);
  expect(textsIn(markup, "h2")).toEqual(["What you can count on"]);
  expect(textsIn(markup, "h3")).toEqual([
    "Three, never four",
    "Numbers first",
    "Sourced",
    "Not for sale",
  ]);
});

describe("How It Works", () => {
  const markup = renderToStaticMarkup(<HowItWorks localDate="2026-11-18" />);

  it("has three steps", () => {
    expect(textsIn(markup, "h2")).toEqual(["How It Works"]);
    expect(textsIn(markup, "h3")).toEqual([
      "Start your trial",
      "Tell us where you are",
      "Read at 8:00",
    ]);
  });

  it("shows 8:00 in the five time zones", () => {
    const { text } = elementIn(markup, "figure");
    expect(text).toContain("8:00 means 8:00 where you are");
    for (const zone of ["London", "Eastern", "Central", "Mountain", "Pacific"]) {
      expect(text).toContain(zone);
    }
  });
});

describe("testimonials", () => {
  const markup = renderToStaticMarkup(<Testimonials />);

  it("are titled", () => {
    expect(textsIn(markup, "h2")).toEqual(["What readers say"]);
  });

  it("show name, job title, content, initials, and rating of all 14", () => {
    expect(textsIn(markup, "li")).toEqual(
      testimonials.map(
        ({ name, title, content }) =>
          `“${content}”${initialsOf(name)}${name}${title}5/5Rated 5 out of 5`,
      ),
    );
    expect(elementsIn(markup, "li")).toHaveLength(14);
  });

  it("start with the first sample", () => {
    const first = elementIn(markup, "li").text;
    expect(first).toContain("DODaniel OkaforEquity research analyst");
  });

  it("open and close with one control", () => {
    expect(elementIn(markup, "summary").text).toBe("Read all 14Show fewer");
  });
});

describe("FAQ", () => {
  const markup = renderToStaticMarkup(<Faq />);

  it("asks six questions in order", () => {
    expect(textsIn(markup, "h2")).toEqual(["Questions, answered"]);
    expect(textsIn(markup, "summary")).toEqual([
      "How much does it cost?",
      "Do I need an app?",
      "Will you spam me?",
      "Can I cancel anytime?",
      "Is my email safe?",
      "Why isn’t it free?",
    ]);
  });

  it("answers each question", () => {
    expect(elementsIn(markup, "details").map(({ markup: item }) => textsIn(item, "p"))).toEqual(
      questions.map(({ answer }) => [answer]),
    );
  });

  it("starts with the price, and is open there alone", () => {
    const [first, ...others] = elementsIn(markup, "details");
    expect(first?.text).toContain("$5 a month, or $40 a year, which saves 33%.");
    expect(first?.attributes.has("open")).toBe(true);
    expect(others.some(({ attributes }) => attributes.has("open"))).toBe(false);
  });

  it("links to the contact page", () => {
    expect(linksIn(markup)).toEqual([["Contact us", "/contact"]]);
  });
});

it("the closing call to action leads to pricing", () => {
  expect(linksIn(renderToStaticMarkup(<ClosingCta />))).toEqual([["Start Free Trial", "/pricing"]]);
});
