import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { ListFrame } from "@/components/reading/list-frame";
import { elementIn, linksIn, textsIn } from "@/tests/support/rendered-elements";
import PostError from "./r/[slug]/error";
import PostLayout from "./r/[slug]/layout";
import PostNotFound from "./r/[slug]/not-found";
import ReadError from "./read/(list)/error";
import PostByIdError from "./read/[postId]/error";
import PostByIdLayout from "./read/[postId]/layout";
import PostByIdNotFound from "./read/[postId]/not-found";

const markupOf = (page: ReactElement) => renderToStaticMarkup(page);

const linksOf = (markup: string, label: string) =>
  linksIn(elementIn(markup, "nav", { "aria-label": label }).markup).map(([text]) => text);

const header = ["Home", "About", "Account"];
const error = new Error("no connection");
const footer = ["Sign up", "Privacy Policy", "Terms Of Service", "Refund Policy", "Contact"];

describe.each([
  ["of a post", PostLayout, PostError],
  ["of a missing post", PostLayout, PostNotFound],
  ["of a post by its id", PostByIdLayout, PostByIdError],
  ["of a missing post by its id", PostByIdLayout, PostByIdNotFound],
])("the error state %s", (_, Layout, ErrorState) => {
  const markup = markupOf(
    <Layout>
      <ErrorState error={error} />
    </Layout>,
  );

  it("says Post Not Found and leads back to the list", () => {
    const main = elementIn(markup, "main").markup;
    expect(textsIn(main, "h1")).toEqual(["Post Not Found"]);
    expect(textsIn(main, "p")).toEqual([
      "The content you’re looking for doesn’t exist or has been removed.",
    ]);
    expect(linksIn(main)).toEqual([["Back to Home", "/read"]]);
  });

  it("keeps the header and the footer", () => {
    expect(linksOf(markup, "Main")).toEqual(header);
    expect(linksOf(markup, "Footer")).toEqual(footer);
  });
});

describe("the error state of the list", () => {
  const markup = markupOf(
    <ListFrame today="2026-11-18" gap={null} signUpUrl="/pricing">
      <ReadError error={error} retry={() => undefined} />
    </ListFrame>,
  );

  it("is a card inside the page", () => {
    const main = elementIn(markup, "main").markup;
    expect(textsIn(elementIn(main, "div", { role: "alert" }).markup, "h2")).toEqual([
      "Failed to load content",
    ]);
    expect(textsIn(main, "p")).toContain("Three Headlines, One Text, Every Day.");
  });

  it("keeps the header and the footer", () => {
    expect(linksOf(markup, "Main")).toEqual(header);
    expect(linksOf(markup, "Footer")).toEqual(footer);
  });
});
