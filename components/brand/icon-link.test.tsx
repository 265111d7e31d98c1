import { readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { IconLink } from "./icon-link";

test("the icon in the page is the one at /favicon.svg", () => {
  const [, svg = ""] =
    /href="data:image\/svg\+xml,([^"]*)"/.exec(renderToStaticMarkup(<IconLink />)) ?? [];
  expect(decodeURIComponent(svg)).toBe(readFileSync("public/favicon.svg", "utf8").trim());
});
