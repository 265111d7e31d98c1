import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import document from "@/app/api/openapi.json/document.json" with { type: "json" };
import { findGroup, groupSlugs, ReferenceGroup, ReferenceIndex } from "./api-reference";

const index = renderToStaticMarkup(<ReferenceIndex />);
const pages = new Map(
  groupSlugs.map((slug) => {
    const group = findGroup(slug);
    if (!group) throw new Error(`no group ${slug}`);
    return [slug, renderToStaticMarkup(<ReferenceGroup group={group} />)];
  }),
);

const linksIn = (html: string) =>
  [...html.matchAll(/href="\/api-reference\/([^"#]+)(?:#([^"]+))?"/g)].map(([, slug = "", id]) => ({
    slug,
    id,
  }));

test("every call has its place, and the index leads there", () => {
  const calls = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.keys(item).map((method) => `${method.toUpperCase()} ${path}`),
  );
  const headings = [...pages.values()].join("");
  for (const call of calls) {
    expect(index).toContain(`>${call}</a>`);
    expect(headings).toContain(`>${call}</h2>`);
  }
});

test("no link leads nowhere, and no place has two names", () => {
  const links = linksIn([index, ...pages.values()].join(""));
  expect(links.length).toBeGreaterThan(300);
  for (const { slug, id } of links) {
    expect(pages.get(slug)).toContain(id === undefined ? "<h1" : `id="${id}"`);
  }
  for (const html of pages.values()) {
    const ids = [...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).toBe(ids.length);
  }
});
