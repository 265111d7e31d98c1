import { beforeEach, describe, expect, it } from "vitest";
import { alertAboutChecks } from "@/lib/domain/delivery/checks/alert";
import { checkBriefing } from "@/lib/domain/delivery/checks/check-briefing";
import { checkLinks } from "@/lib/domain/delivery/checks/links";
import { waiveCheck } from "@/lib/domain/delivery/checks/waivers";
import { getToday } from "@/lib/domain/today/today";
import { startDelivery } from "@/tests/support/delivery";
import { useForFile } from "@/tests/support/use-for-file";

const date = "2026-11-23";

const message = "1. Rents slow again\n2. Core at 2.6%\n3. Freight down 3.1%";
const post = `Good morning.

## Rents slow again

Rents rose 0.2%. ([Statistics](https://stats.example/rents))

## Core holds

Core came in at 2.7%. ([Release](https://stats.example/core))

## Freight rates fall

Rates lost 3.1%. ([Index](https://freight.example/index))
`;

const harness = useForFile(startDelivery);

beforeEach(async () => {
  await harness.reset();
  await harness.setTime("2026-11-22T19:00:00Z");
});

async function save(content: string, text = message): Promise<void> {
  await harness.addMessage(date, text);
  const id = await harness.addPost(date, "ab");
  await harness.ctx.db.post.update({ where: { id }, data: { content } });
}

/** What isn't passed, as `state title: detail`. */
async function open(input: { message?: string; post?: { title: string; content: string } } = {}) {
  const checks = await checkBriefing(harness.ctx, { date, ...input }, "wait");
  return checks
    .filter(({ state }) => state !== "passed")
    .map(({ state, title, detail }) => `${state} ${title}${detail === null ? "" : `: ${detail}`}`);
}

describe("the checks", () => {
  it("find a number and headings that differ", async () => {
    await save(post);
    expect(await open()).toEqual([
      "failed Line 2 says 2.6%, but its story says 2.7%",
      "ask Lines 2 and 3 differ from their headings: The post says “Core holds” and “Freight rates fall”.",
    ]);
  });

  it("say what passed, and what the text costs", async () => {
    await harness.addSubscriber({ smsEnabled: true });
    // The size of the audience is up to an hour old.
    await harness.setTime("2026-11-22T21:00:00Z");
    await save(post);
    const checks = await checkBriefing(harness.ctx, { date }, "wait");
    const passed = checks.filter(({ state }) => state === "passed");
    expect(passed.map(({ title, detail }) => [title, detail])).toEqual([
      ["Three stories", null],
      ["All 3 links work", null],
      ["Every story has a source", null],
      ["1 segment, 83 characters", "1 recipient, about $0.01"],
      [expect.stringMatching(/^The email is \d+ KB$/), "Gmail clips emails over 102 KB."],
      ["No misspellings found", null],
    ]);
  });

  it("follow each link once, and tell what a reader gets, in the order of the text", async () => {
    await checkLinks(harness.ctx, ["https://broken.example/page"]);
    const links = ["gone", "moved", "locked", "broken", "fine"].map(
      (host) => `[${host}](https://${host}.example/page)`,
    );
    await save(`${links.join(", ")}, [ours](/r/ab), and [no longer](/r/zz).`);
    const found = (await open()).filter((line) => /\blink\b/.test(line));
    expect(found).toEqual([
      "failed Broken link: /r/zz: no such post",
      "failed Broken link: https://gone.example/page: 404",
      "ask A link redirects: https://moved.example/page goes to https://moved.example/new",
      "ask A link couldn’t be checked: https://broken.example/page: 503",
    ]);
  });

  it("don't call again what worked an hour ago, and ask again about what didn't", async () => {
    await save("[Gone](https://gone.example/page) and [fine](https://fine.example/page).");
    const called: string[] = [];
    const counting = {
      ...harness.ctx,
      links: {
        check: (url: string) => {
          called.push(url);
          return harness.ctx.links.check(url);
        },
      },
    };
    await checkBriefing(counting, { date }, "wait");
    await checkBriefing(counting, { date }, "wait");
    expect(called).toHaveLength(2);
    await harness.setTime("2026-11-22T20:00:00Z");
    await checkBriefing(counting, { date }, "wait");
    expect(called.slice(2)).toEqual(["https://gone.example/page"]);
  });

  it("remember a broken link where nothing is called", async () => {
    await save("[Gone](https://gone.example/page).");
    const broken = async () =>
      (await checkBriefing(harness.ctx, { date }, "skip")).map(({ state, title }) => [
        state,
        title,
      ]);
    expect(await broken()).toContainEqual(["checking", "Checking 1 link"]);
    await checkBriefing(harness.ctx, { date }, "wait");
    await harness.setTime("2026-11-23T06:00:00Z");
    expect(await broken()).toContainEqual(["failed", "Broken link"]);
  });

  it("answer at once while links are being called, and then with them", async () => {
    await save(post);
    const states = async () =>
      (await checkBriefing(harness.ctx, { date })).filter(({ name }) => name === "links");
    expect(await states()).toMatchObject([{ state: "checking", title: "Checking 3 links" }]);
    await expect.poll(states).toMatchObject([{ state: "passed", title: "All 3 links work" }]);
  });

  it("look at what is being written instead of what is saved", async () => {
    await save(post);
    expect(await open({ message: message.replace("2.6%", "2.7%") })).toEqual([
      expect.stringContaining("ask Lines 2 and 3"),
    ]);
    const written = {
      title: "T",
      content: "One story. ![](/chart.png) <u>Up</u><br><iframe src=/x></iframe>",
    };
    expect(await open({ message: "Prices recieve a “boost”", post: written })).toEqual([
      "failed The image has no alt text: Say what it shows, for email without images and for people who can’t see it.",
      "ask The post doesn’t have three headings: Lines can’t be compared with their stories.",
      "ask The message has 1 line instead of 3",
      "ask Only the text of <u> and <iframe> is shown: Readers don’t see what this HTML does. Write it as Markdown, or leave it out.",
      "ask The post has no source",
      "ask Is “recieve” misspelled?: If you waive it, we won’t ask about this word again.",
    ]);
  });

  it("say that an uploaded image is missing", async () => {
    const key = "0123456789abcdef0123";
    const image = `![Rates](/images/${key}/900x600.png)`;
    await save(`${post}\n\n${image}`);
    const missing =
      "failed The image is missing: It was deleted, or its URL is wrong. Upload it again.";
    expect(await open()).toContain(missing);
    const size = { width: 900, height: 600, format: "png", sizeBytes: 1 };
    const about = {
      name: "rates.png",
      actor: "admin:dana",
      createdAt: new Date(),
      chosenAt: new Date(),
    };
    await harness.ctx.db.image.create({ data: { key, ...size, ...about } });
    expect(await open()).not.toContain(missing);
    // No other size of it is there.
    await harness.ctx.db.post.updateMany({
      data: { content: `${post}\n\n${image.replace("900x600", "640x427")}` },
    });
    expect(await open()).toContain(missing);
  });

  it("say which characters make the text cost more", async () => {
    const long = "“Yields” are up again, and nobody knows why that should be so today";
    await harness.addMessage(date, `1. ${long}\n2. One\n3. Two`);
    expect(await open()).toEqual([
      "ask Special characters make the text cost more: “ ”: 2 segments instead of 1.",
    ]);
  });

  it("say that a long post ends early in the email", async () => {
    const paragraph = `${"Banks lend more than they did. ".repeat(40)}\n\n`;
    await save(`${post}${paragraph.repeat(100)}`);
    expect(await open()).toContain(
      "ask The post is too long for the email: The email ends early, with a link to the rest.",
    );
  });

  it("have nothing to say about a day without a message and a post", async () => {
    expect(await checkBriefing(harness.ctx, { date })).toEqual([]);
  });
});

describe("a waiver", () => {
  const waive = (key: string, reason: string | null) =>
    waiveCheck(harness.ctx, { date, key, reason }, "admin:dana");
  const keyOf = async (state: string) =>
    (await checkBriefing(harness.ctx, { date }, "wait")).find((each) => each.state === state)
      ?.key ?? "";

  it("accepts exactly what was found, until it's taken back", async () => {
    await save(post);
    const key = await keyOf("failed");
    await waive(key, "The story was corrected");
    const checks = await checkBriefing(harness.ctx, { date }, "wait");
    expect(checks.find(({ state }) => state === "waived")).toMatchObject({
      title: "Line 2 says 2.6%, but its story says 2.7%",
      waiver: { by: "dana", reason: "The story was corrected" },
    });
    expect(await open({ message: message.replace("2.6%", "2.5%") })).toContain(
      "failed Line 2 says 2.5%, but its story says 2.7%",
    );
    await waive(key, null);
    await waive(key, null);
    expect(await keyOf("failed")).toBe(key);
    const audited = await harness.ctx.db.auditEvent.findMany({ orderBy: { id: "asc" } });
    expect(audited.map(({ action, subject }) => [action, subject])).toEqual([
      ["briefing-check.waived", `briefing:${date}`],
      ["briefing-check.restored", `briefing:${date}`],
    ]);
  });

  it("of a word counts on every other day", async () => {
    await save("Neobrokers are up. ([Source](https://stats.example/))\n\nThe neobroker index.");
    expect(await open()).toContain(
      "ask Is “neobroker” misspelled?: If you waive it, we won’t ask about this word again.",
    );
    await waive("spelling:neobroker", "A word");
    const other = { title: "T", content: "A neobroker. [Source](https://stats.example/)" };
    const checks = await checkBriefing(harness.ctx, { date: "2026-11-30", post: other }, "wait");
    expect(checks.filter(({ name }) => name === "spelling")).toMatchObject([{ state: "waived" }]);
  });
});

describe("the evening's alert", () => {
  const alerts = async () => {
    await alertAboutChecks(harness.ctx);
    return harness.ctx.db.operatorAlert.findMany();
  };

  it("says once what is open, after 18:00 in London", async () => {
    await save(post);
    await harness.setTime("2026-11-22T17:59:00Z");
    expect(await alerts()).toEqual([]);
    await harness.setTime("2026-11-22T18:00:00Z");
    await alerts();
    const [alert, ...others] = await alerts();
    expect(others).toEqual([]);
    expect(alert?.subject).toBe("Briefing for Monday, November 23: 1 to fix, 1 to check");
    expect(alert?.body).toContain(
      "To fix:\n- Line 2 says 2.6%, but its story says 2.7%\n\nTo check:\n- Li",
    );
    expect(alert?.body).toContain("/daily-messages-admin?edit=2026-11-23");
  });

  it("waits until nobody has saved for a quarter of an hour", async () => {
    await save(post);
    const savedAt = new Date("2026-11-22T18:50:00Z");
    await harness.ctx.db.post.updateMany({ data: { updatedAt: savedAt } });
    expect(await alerts()).toEqual([]);
    await harness.setTime("2026-11-22T19:05:01Z");
    expect(await alerts()).toHaveLength(1);
  });

  it("says nothing about what is waived, and nothing without a message", async () => {
    await harness.addPost(date, "cd");
    expect(await alerts()).toEqual([]);
    await harness.addMessage(date, message);
    for (const { key } of await checkBriefing(harness.ctx, { date }, "wait")) {
      await waiveCheck(harness.ctx, { date, key, reason: "Fine" }, "admin:dana");
    }
    expect(await alerts()).toEqual([]);
  });
});

describe("Today", () => {
  const content = async () => {
    const { phase, next } = await getToday(harness.ctx, { withMoney: false });
    return { phase, content: next.checks.find(({ name }) => name === "content") };
  };

  it("isn't ready while there is something to fix", async () => {
    await save(post);
    expect(await content()).toMatchObject({
      phase: "not_ready",
      content: {
        state: "failed",
        title: "Briefing: 1 to fix, 1 to check",
        href: "/daily-messages-admin?edit=2026-11-23",
      },
    });
  });

  it("says how much was waived", async () => {
    await save(post);
    for (const { key, state } of await checkBriefing(harness.ctx, { date }, "wait")) {
      if (state === "passed") continue;
      await waiveCheck(harness.ctx, { date, key, reason: "Fine" }, "admin:dana");
    }
    expect((await content()).content).toMatchObject({ state: "passed", detail: "2 waived" });
  });
});
