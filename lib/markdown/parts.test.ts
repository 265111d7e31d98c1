import { expect, test } from "vitest";
import { partsOf } from "./parts";
import { storiesOf } from "./stories";

const content = `Intro with [a page](/pricing).

## One

Told by [a source](https://one.example/a) and <https://one.example/b>.

![A chart](/one.png) ![](/two.png)

## Two

By reference: [report][r], and a note.[^n]

## Three

Nothing, and [a mail](mailto:news@three.example).

[r]: https://two.example/r
[^n]: See [the survey](https://two.example/n).
`;

test("lists links and images", () => {
  expect(partsOf(content)).toEqual({
    dropped: [],
    links: [
      "/pricing",
      "https://one.example/a",
      "https://one.example/b",
      "https://two.example/r",
      "https://two.example/n",
      "mailto:news@three.example",
    ],
    images: [
      { url: "/one.png", alt: "A chart" },
      { url: "/two.png", alt: "" },
    ],
  });
});

test("each story has the web addresses that it links to", () => {
  expect(storiesOf(content).map(({ links }) => links)).toEqual([
    ["https://one.example/a", "https://one.example/b"],
    ["https://two.example/r", "https://two.example/n"],
    [],
  ]);
});
