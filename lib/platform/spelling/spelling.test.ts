import { expect, test } from "vitest";
import { findMisspellings } from "./spelling";

test("finds words that aren't English, each once", async () => {
  await expect(findMisspellings("Investors recieve yeilds; they recieve them.")).resolves.toEqual([
    "recieve",
    "yeilds",
  ]);
});

test.each([
  "The banks’ loans don’t widen, and the lender's own book isn't for sale.",
  "Fintechs and stablecoins: the repo market securitized low-hire, mid-sized funds at 4bp.",
  "Nvidia, TSMC, iPhone, S&P500, 10yr, Kwarteng, and the Xetra close.",
  "See threeline.example/r/ab, https://sourcce.example/pagge, or write to dessk@example.com.",
])("accepts “%s”", async (text) => {
  await expect(findMisspellings(text)).resolves.toEqual([]);
});
