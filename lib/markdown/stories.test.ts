import { describe, expect, test } from "vitest";
import { storiesOf } from "./stories";

describe("the stories of a post", () => {
  test("are what follows its three headings", () => {
    const content = [
      "An introduction.",
      "## The *Fed* holds",
      "Rates stay at [4.5%](https://example.com/fed).",
      "### Why",
      "Jobs.",
      "## Oil",
      "- up 2%",
      "",
      "## Banks",
    ].join("\n");
    expect(storiesOf(content)).toEqual([
      {
        heading: "The Fed holds",
        body: "Rates stay at 4.5%.\n\nWhy\n\nJobs.",
        links: ["https://example.com/fed"],
      },
      { heading: "Oil", body: "- up 2%", links: [] },
      { heading: "Banks", body: "", links: [] },
    ]);
  });

  test("aren't under a title of the whole post", () => {
    const content = "# Today\n\n## One\n\nA.\n\n## Two\n\nB.\n\n## Three\n\nC.\n\n# Notes\n\nD.";
    expect(storiesOf(content).map(({ body }) => body)).toEqual(["A.", "B.", "C."]);
  });

  test.each(["", "Text only.", "## One\n\nA.\n\n## Two\n\nB."])("%j has none", (content) => {
    expect(storiesOf(content)).toEqual([]);
  });
});
