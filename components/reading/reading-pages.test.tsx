import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { elementIn, linksIn, textsIn } from "@/tests/support/rendered-elements";
import { renderedText } from "@/tests/support/rendered-markup";
import { Article } from "./article";
import { ArticleMarkdown } from "./article-markdown";
import { ArticleFrame } from "./article-frame";
import { ArticleNavigation, type ArticleNavigationProps } from "./article-navigation";
import { ListFailed } from "./list-failed";
import { Nameplate } from "./nameplate";
import { PostNotFound } from "./post-not-found";
import { PostRow } from "./post-row";
import { ShareButtons } from "./share-buttons";

const post = {
  id: 7,
  slug: "k3",
  title: "Rates hold",
  shortDate: "05 MAR",
  fullDate: "March 5, 2025",
  content: "The **Fed** held.",
  readTime: 2,
  createdAt: "2025-03-04T18:00:00.000Z",
  updatedAt: null,
};

describe("the header of the post list", () => {
  const markup = renderToStaticMarkup(
    <Nameplate today="2026-11-18" gap={null} signUpUrl="/pricing" />,
  );

  it("has the wordmark as its heading", () => {
    expect(elementIn(markup, "svg", { role: "img" }).attributes.get("aria-label")).toBe(
      "Threeline",
    );
  });

  it("has the tagline", () => {
    expect(textsIn(markup, "p")).toContain("Three Headlines, One Text, Every Day.");
  });

  it("leads to the sign-up site and to About", () => {
    expect(linksIn(markup)).toEqual([
      ["SIGN UP", "/pricing"],
      ["LEARN MORE about Threeline", "/about"],
    ]);
  });
});

it("a row has the short date, the title, and the read time, and links to the post", () => {
  const markup = renderToStaticMarkup(<PostRow post={post} />);
  expect(elementIn(markup, "time").text).toBe("05 MAR");
  expect(linksIn(markup)).toEqual([["Rates hold", "/r/k3"]]);
  expect(textsIn(markup, "span")).toEqual(["2 min read"]);
});

it("a list that failed to load says so and can be retried", () => {
  const markup = renderToStaticMarkup(<ListFailed onRetry={() => undefined} />);
  expect(textsIn(elementIn(markup, "div", { role: "alert" }).markup, "h2")).toEqual([
    "Failed to load content",
  ]);
  expect(textsIn(markup, "button")).toEqual(["Try again"]);
});

describe("an article", () => {
  const markup = renderToStaticMarkup(
    <ArticleFrame signUpUrl="/pricing">
      <Article
        earlier={[{ slug: "b1", title: "Rates, a year ago", date: "2024-03-05" }]}
        post={post}
        signUpUrl="/pricing"
        neighbors={{ previous: { slug: "k2", title: "Oil <slips>" }, next: null }}
      />
    </ArticleFrame>,
  );
  const main = elementIn(markup, "main").markup;

  it("has the header of the reading pages", () => {
    expect(linksIn(elementIn(markup, "nav", { "aria-label": "Main" }).markup)).toEqual([
      ["Home", "/"],
      ["About", "/about"],
      ["Account", "/account"],
    ]);
  });

  it("has the footer of the reading pages", () => {
    expect(linksIn(elementIn(markup, "nav", { "aria-label": "Footer" }).markup)).toEqual([
      ["Sign up", "/pricing"],
      ["Privacy Policy", "/privacy"],
      ["Terms Of Service", "/terms"],
      ["Refund Policy", "/refund"],
      ["Contact", "/contact"],
    ]);
  });

  it("has a logo that leads home", () => {
    const logo = elementIn(markup, "a", { "aria-label": "Threeline, home" });
    expect(logo.attributes.get("href")).toBe("/");
  });

  it("shows the date, the label, the read time, and the title", () => {
    expect(elementIn(main, "time").text).toBe("March 5, 2025");
    expect(textsIn(main, "span")).toEqual(expect.arrayContaining(["NEWS", "2 min read"]));
    expect(textsIn(main, "h1")).toEqual(["Rates hold"]);
  });

  it("sets titles and paragraphs from right to left where they are", () => {
    const row = renderToStaticMarkup(<PostRow post={post} />);
    const blocks = [elementIn(main, "h1"), elementIn(row, "h2")];
    expect(blocks.map(({ attributes }) => attributes.get("dir"))).toEqual(["auto", "auto"]);
    const text = renderToStaticMarkup(<ArticleMarkdown content={"# a\n\n| b |\n| - |"} />);
    expect(["h2", "table"].map((name) => elementIn(text, name).attributes.get("dir"))).toEqual([
      "auto",
      "auto",
    ]);
  });

  it("renders the content from Markdown", () => {
    expect(main).toContain('<p dir="auto">The <strong>Fed</strong> held.</p>');
  });

  it("ends with the call to sign up", () => {
    const { markup: aside } = elementIn(main, "aside");
    expect(textsIn(aside, "h2")).toEqual(["Get Threeline Updates"]);
    expect(textsIn(aside, "p")).toEqual([
      "Sign up to receive daily financial insights directly to your phone.",
    ]);
    expect(linksIn(aside)).toEqual([["Sign Up Now", "/pricing"]]);
  });
});

describe("the links after an article", () => {
  const linksOf = (neighbors: ArticleNavigationProps) =>
    linksIn(renderToStaticMarkup(<ArticleNavigation {...neighbors} />));

  it("lead to the previous post, the list, and the next post", () => {
    const previous = { slug: "k2", title: "Oil slips" };
    const next = { slug: "k4", title: "ECB cuts" };
    expect(linksOf({ previous, next })).toEqual([
      ["PreviousOil slips", "/r/k2"],
      ["All briefings", "/read"],
      ["NextECB cuts", "/r/k4"],
    ]);
  });

  it("leave out what doesn't exist", () => {
    expect(linksOf({ previous: null, next: null })).toEqual([["All briefings", "/read"]]);
  });
});

it("buttons that need scripts aren't in the page", () => {
  const markup = renderToStaticMarkup(
    <ShareButtons path="/r/k3" title="Rates hold" copyIcon={null} shareIcon={null} />,
  );
  expect(textsIn(markup, "button")).toEqual([]);
});

describe("a post that doesn't exist", () => {
  const markup = renderToStaticMarkup(<PostNotFound />);

  it("says so", () => {
    expect(textsIn(markup, "h1")).toEqual(["Post Not Found"]);
    expect(renderedText(markup)).toContain(
      "The content you’re looking for doesn’t exist or has been removed.",
    );
  });

  it("leads back to the list", () => {
    expect(linksIn(markup)).toEqual([["Back to Home", "/read"]]);
  });
});
