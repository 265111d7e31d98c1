import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { elementIn, elementsIn, linksIn, textsIn } from "@/tests/support/rendered-elements";
import { renderedText } from "@/tests/support/rendered-markup";
import AboutPage from "./about/page";
import ContactPage from "./contact/page";
import CookiesPage from "./privacy/cookies/page";
import PrivacyPage from "./privacy/page";
import RefundPage from "./refund/page";
import TermsPage from "./terms/page";

const pages: [string, () => ReactElement][] = [
  ["About", AboutPage],
  ["Privacy", PrivacyPage],
  ["Cookies", CookiesPage],
  ["Terms", TermsPage],
  ["Refund", RefundPage],
  ["Contact", ContactPage],
];

const markupOf = (page: () => ReactElement) => renderToStaticMarkup(page());
const mainOf = (page: () => ReactElement) => elementIn(markupOf(page), "main").markup;

describe.each(pages)("the %s page", (_, page) => {
  it("has the shared header", () => {
    const header = elementIn(markupOf(page), "nav", { "aria-label": "Main" });
    expect(linksIn(header.markup)).toEqual([
      ["Home", "/"],
      ["About", "/about"],
      ["Read", "/read"],
      ["Account", "/account"],
    ]);
  });

  it("has the shared footer", () => {
    const footer = elementIn(markupOf(page), "nav", { "aria-label": "Footer" });
    expect(linksIn(footer.markup)).toEqual([
      ["Sign up", "/pricing"],
      ["Privacy Policy", "/privacy"],
      ["Terms Of Service", "/terms"],
      ["Refund Policy", "/refund"],
      ["Contact", "/contact"],
    ]);
  });
});

describe("About", () => {
  const main = mainOf(AboutPage);

  it("has the headline", () => {
    expect(textsIn(main, "h1")).toEqual(["Time is money. We’ll save you both."]);
  });

  it("has four sections", () => {
    expect(textsIn(main, "h2")).toEqual([
      "Why Threeline",
      "What You Get",
      "Who It’s For",
      "Why Text",
    ]);
  });

  it("promises the text by 8:45am", () => {
    expect(renderedText(main)).toContain(
      "texted by 8:45am, Monday to Friday. They go out from 8:00, your time, and all arrive by 8:45.",
    );
  });

  it("has a sign-up link", () => {
    expect(linksIn(main)).toEqual([["Sign up", "/pricing"]]);
  });
});

describe("the written privacy policy", () => {
  const main = mainOf(PrivacyPage);

  it("has its title", () => {
    expect(textsIn(main, "h1")).toEqual(["Privacy Policy"]);
  });

  it("says that data isn't sold or shared", () => {
    expect(renderedText(main)).toContain("We do not sell or share your data");
  });
});

describe("the written terms", () => {
  const main = mainOf(TermsPage);

  it("have their title", () => {
    expect(textsIn(main, "h1")).toEqual(["Terms of Service"]);
  });

  it.each(["7-day free trial", "$5 a month", "$40 a year"])("say %j", (text) => {
    expect(renderedText(main)).toContain(text);
  });
});

describe("the refund policy", () => {
  const main = mainOf(RefundPage);

  it("has its title", () => {
    expect(textsIn(main, "h1")).toEqual(["Refund Policy"]);
  });

  it.each([
    "Last updated April 07, 2025",
    "Every subscription starts with a 7-day free trial. Cancel during the trial and you won’t be charged.",
    "You can cancel anytime. Your account stays active until the end of the billing cycle",
    "You must request a refund within 30 days of the start of your subscription.",
    "at our sole discretion, case by case",
    "persistent technical issues",
    "a billing error on our part",
    "misrepresentation of features",
    "technical issues that our support team couldn’t resolve",
    "We may ask for proof",
    "your account information",
    "your subscription details",
    "the reason for your request",
    "email you to say whether it’s approved or rejected",
    "An approved refund goes to your original payment method.",
    "Changes take effect immediately when they’re posted",
  ])("says %j", (text) => {
    expect(renderedText(main)).toContain(text);
  });

  it("links to the contact page", () => {
    const elsewhere = linksIn(main).filter(([, href]) => !href?.startsWith("#"));
    expect(elsewhere).toEqual([["contact page", "/contact"]]);
  });
});

describe("the contact form", () => {
  const main = mainOf(ContactPage);

  it("posts in a new tab", () => {
    const { attributes } = elementIn(main, "form");
    expect([attributes.get("method"), attributes.get("target")]).toEqual(["POST", "_blank"]);
  });

  it.each([
    ["Full Name", "input", "name"],
    ["Email Address", "input", "email"],
    ["Your Message", "textarea", "message"],
  ])("requires %s", (label, control, name) => {
    const { attributes } = elementIn(main, control, { name });
    expect(attributes.has("required")).toBe(true);
    expect(elementIn(main, "label", { for: attributes.get("id") ?? "" }).text).toBe(label);
  });

  it("checks the email address", () => {
    expect(elementIn(main, "input", { name: "email" }).attributes.get("type")).toBe("email");
  });

  it("has eight rows for the message", () => {
    expect(elementIn(main, "textarea").attributes.get("rows")).toBe("8");
  });

  it("has a submit button", () => {
    expect(elementsIn(main, "button", { type: "submit" }).map(({ text }) => text)).toEqual([
      "Submit Form",
    ]);
  });
});
