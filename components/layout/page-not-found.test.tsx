import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { elementIn, elementsIn, linksIn, textsIn } from "@/tests/support/rendered-elements";
import AdminNotFound from "@/app/(admin)/admin/not-found";
import { PageNotFound } from "./page-not-found";

describe("the not-found page", () => {
  const markup = renderToStaticMarkup(<PageNotFound />);

  it("has the code, the text, and the help line", () => {
    expect(textsIn(elementIn(markup, "main").markup, "p")).toEqual([
      "404",
      "Looks like this page went off the charts! The page you’re looking for doesn’t exist or has been moved.",
      "Need help? Here are some quick links:",
    ]);
  });

  it("has the heading", () => {
    expect(textsIn(markup, "h1")).toEqual(["Page Not Found"]);
  });

  it("leads to the home page from its header", () => {
    expect(linksIn(elementIn(markup, "header").markup)).toEqual([["", "/"]]);
    expect(elementIn(markup, "a").attributes.get("aria-label")).toBe("Threeline, home");
    expect(elementIn(markup, "header").markup).toContain("<svg");
  });

  it("follows the visitor's theme", () => {
    expect(markup).not.toContain("data-theme");
  });

  it("leads administrators to Today", () => {
    const admin = renderToStaticMarkup(<AdminNotFound />);
    expect(linksIn(admin)).toEqual([
      ["Today", "/admin"],
      ["Today", "/admin"],
      ["Subscribers", "/admin/subscribers"],
    ]);
  });

  it("has a button to the home page", () => {
    expect(linksIn(elementIn(markup, "main").markup)[0]).toEqual(["Go Home", "/"]);
  });

  it("has a button to the previous page", () => {
    expect(elementsIn(markup, "button").map(({ text }) => text)).toEqual(["Go Back"]);
  });

  it("has quick links to home and pricing", () => {
    expect(linksIn(elementIn(markup, "ul").markup)).toEqual([
      ["Home", "/"],
      ["Pricing", "/pricing"],
    ]);
  });

  it("names the error in the footer", () => {
    expect(elementIn(markup, "footer").text).toBe("Error Code: 404 • Threeline Financial News");
  });
});
