import { expect, test } from "vitest";
import { seedMessages } from "../../seed/messages";
import { seedPosts } from "../../seed/posts";
import { linesOf } from "../content/lines";
import { storiesOf } from "@/lib/markdown/stories";
import { compareNumbers } from "./numbers";

test.each([
  ["Core at 2.7%", "Core inflation came in at **2.7%**."],
  ["Core at 2.7%", "Core inflation came in at 2.7 percent."],
  ["Funds hit $7.24tn", "Assets reached $7.24 trillion last week."],
  ["Funds hit $7.2tn", "Assets reached $7.24 trillion last week."],
  ["10-year eases 4bp", "The ten-year yield fell by four basis points."],
  ["Rates rise 0.25 points", "The rate rises by 25 basis points."],
  ["Output cut by 90,000t", "It will produce 90,000 tonnes less."],
  ["1.2 million jobs", "1,200,000 jobs were added."],
  ["Slowest since 2021", "The least since 2021, when rents rose."],
  ["S&P500 and the 5th fall", "Nothing with a number."],
  ["No numbers at all", "A story with 12 of them."],
  ["Cut of 25bp", "A 25-basis-point cut came as expected."],
  ["Cut of 25bp", "It fell by 25 basis\npoints."],
  ["Cut of 25bp", "A quarter of a percentage point less."],
  ["Loans run 22 months", "A 22-month extension is typical."],
  ["Talks of 30 minutes", "They spoke for thirty minutes."],
])("%s agrees with “%s”", (line, story) => {
  expect(compareNumbers(line, story)).toEqual([]);
});

test.each([
  ["Core at 2.6%", "Core inflation came in at 2.7%, after 3%.", "2.6%", "2.7%"],
  ["Funds hit $7.42tn", "Assets reached $7.24 trillion.", "$7.42tn", "$7.24 trillion"],
  ["Jobs up 62,000", "Employers added 26,000 people.", "62,000", null],
  ["Dollar at 146", "The yen gained 0.6%.", "146", null],
  ["Up 2.65%", "It rose 2.6%.", "2.65%", "2.6%"],
  ["Deal worth $3b", "The deal is worth $3m.", "$3b", null],
  ["Core at 2%", "Two analysts said that core rose 3%.", "2%", "3%"],
  ["Deal worth $3bn", "The deal is worth €3bn.", "$3bn", "€3bn"],
])("%s doesn't agree with “%s”", (line, story, inLine, inStory) => {
  expect(compareNumbers(line, story)).toEqual([{ line: inLine, story: inStory }]);
});

test("the sample briefings agree with their posts", () => {
  const found = seedPosts.flatMap(({ content }, index) => {
    const stories = storiesOf(content);
    return linesOf(seedMessages[index] ?? "").flatMap((line, position) => {
      const { heading = "", body = "" } = stories[position] ?? {};
      return compareNumbers(line, `${heading}\n${body}`);
    });
  });
  expect(found).toEqual([]);
});
