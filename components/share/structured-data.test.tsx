import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { JsonLd } from "./json-ld";
import { breadcrumbs, faqPage, newsArticle, organization } from "./structured-data";

const siteUrl = "https://threeline.example";

test("no text can close the script element", () => {
  const headline = "</script><script>alert(1)</script><!--";
  const markup = renderToStaticMarkup(<JsonLd data={[{ "@type": "NewsArticle", headline }]} />);
  expect(markup.match(/<\/script>/g)).toHaveLength(1);
  expect(markup).not.toContain("<!--");
  const text = markup
    .replace(/^<script type="application\/ld\+json">/, "")
    .replace("</script>", "");
  expect(JSON.parse(text)).toEqual({
    "@context": "https://schema.org",
    "@graph": [{ "@type": "NewsArticle", headline }],
  });
});

const post = {
  id: 1,
  slug: "k3",
  title: "Rates hold",
  shortDate: "05 MAR",
  fullDate: "March 5, 2025",
  content: "The **Fed** held.",
  readTime: 2,
  createdAt: "2025-03-04T18:00:00.000Z",
  updatedAt: null,
};

test("a post becomes a NewsArticle", () => {
  expect(newsArticle(post, siteUrl)).toMatchObject({
    "@type": "NewsArticle",
    headline: "Rates hold",
    description: "The Fed held.",
    url: "https://threeline.example/r/k3",
    image: {
      "@type": "ImageObject",
      url: "https://threeline.example/r/k3/share-image",
      width: 1200,
      height: 630,
    },
    datePublished: "2025-03-05T00:00:00.000Z",
    dateModified: "2025-03-05T00:00:00.000Z",
    timeRequired: "PT2M",
    publisher: {
      "@type": "Organization",
      name: "Threeline",
      sameAs: [expect.stringMatching(/^https:\/\//)],
    },
  });
});

test.each([
  [
    "saved after its date began",
    { updatedAt: "2025-03-07T09:30:00.000Z" },
    "2025-03-07T09:30:00.000Z",
  ],
  [
    "saved while it was scheduled",
    { updatedAt: "2025-03-04T19:00:00.000Z" },
    "2025-03-05T00:00:00.000Z",
  ],
  ["created after its date", { createdAt: "2025-03-08T10:00:00.000Z" }, "2025-03-08T10:00:00.000Z"],
])("the time of the last change of a post %s", (_, instants, dateModified) => {
  expect(newsArticle({ ...post, ...instants }, siteUrl)).toMatchObject({
    datePublished: "2025-03-05T00:00:00.000Z",
    dateModified,
  });
});

test("the organization, the FAQ, and breadcrumbs follow schema.org", () => {
  expect(organization(siteUrl)).toMatchObject({
    name: "Threeline",
    url: "https://threeline.example/",
  });
  expect(faqPage([{ question: "Why?", answer: "So." }])).toEqual({
    "@type": "FAQPage",
    mainEntity: [
      { "@type": "Question", name: "Why?", acceptedAnswer: { "@type": "Answer", text: "So." } },
    ],
  });
  expect(breadcrumbs(siteUrl, [{ name: "Home", path: "/" }])).toEqual({
    "@type": "BreadcrumbList",
    itemListElement: [
      { "@type": "ListItem", position: 1, name: "Home", item: "https://threeline.example/" },
    ],
  });
});
