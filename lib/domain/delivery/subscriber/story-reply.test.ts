import { describe, expect, it } from "vitest";
import { helpReply, startReply, stopReply } from "@/lib/messages/texts";
import { isServiceText } from "../../contact/texts/service-text";
import { composeStory } from "./story-reply";

/** 160 characters each, as if all were in the basic alphabet. */
const sms = { countSegments: (text: string) => Math.ceil(text.length / 160) };

function compose(content: string, number = 1): string {
  const settings = { siteUrl: "https://threeline.test" };
  return composeStory({ sms, settings }, number, { slug: "k3", content });
}

const postWith = (body: string) => `## One\n\n${body}\n\n## Two\n\n## Three`;

describe("a story as a text", () => {
  it("has no characters that make it cost twice as much", () => {
    expect(compose(postWith("“Fine” – it’s 4.5\u00A0%… maybe."))).toBe(
      `Threeline story 1: One\n"Fine" - it's 4.5 %... maybe.`,
    );
  });

  it("is only the address where it has no sentence that fits", () => {
    expect(compose(postWith("x".repeat(600)))).toBe(
      "Threeline story 1: One\nhttps://threeline.test/r/k3",
    );
    expect(compose(`## ${"x".repeat(600)}\n\n## Two\n\n## Three`)).toBe(
      "Threeline story 1: https://threeline.test/r/k3",
    );
  });

  it("isn't cut after an abbreviation", () => {
    const text = compose(postWith(`It rained. The U.S. said Mr. ${"x".repeat(600)} left.`));
    expect(text).toBe("Threeline story 1: One\nIt rained.\nhttps://threeline.test/r/k3");
  });

  it("is the address where the post has no three headings", () => {
    expect(compose("No headings.", 3)).toBe("Threeline story 3: https://threeline.test/r/k3");
  });

  it("isn't mistaken for a briefing", () => {
    expect(isServiceText(compose(postWith("Fine.")))).toBe(true);
    for (const reply of [helpReply, stopReply("https://a.test"), startReply("https://a.test")]) {
      expect(isServiceText(`Sent from your trial account - ${reply}`)).toBe(true);
    }
    expect(isServiceText("1. Story 1 of 3")).toBe(false);
  });
});
