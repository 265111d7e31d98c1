import { createHash } from "node:crypto";
import type { BriefingCheck, BriefingCheckName } from "@/lib/contracts/admin/briefing-checks";
import { formatCurrency } from "@/lib/contracts/money";
import { briefingFindings as texts } from "@/lib/messages/admin/briefing-checks";
import type { MarkdownParts } from "@/lib/markdown/parts";
import type { Story } from "@/lib/markdown/stories";
import { isSameHeadline } from "../content/lines";
import { compareNumbers } from "./numbers";

/** Something that is wrong, or that someone should look at. */
export type Finding = Omit<BriefingCheck, "state" | "waiver"> & { state: "failed" | "ask" };

/** A check's claim when nothing was found; null when there was nothing to check. */
export type Claim = { title: string; detail: string | null };

/** The result of one check. */
export type CheckResult = { name: BriefingCheckName; findings: Finding[]; claim: Claim | null };

const longestIdentity = 200;

/** Names a finding by what it is about. */
export function keyOf(name: BriefingCheckName, ...identity: readonly string[]): string {
  const text = identity.join("|");
  const hash = () => createHash("sha256").update(text).digest("base64url").slice(0, 22);
  return `${name}:${text.length > longestIdentity ? hash() : text}`;
}

const list = (items: readonly string[]) => new Intl.ListFormat("en-US").format(items);

const claim = (title: string, detail: string | null = null): Claim => ({ title, detail });

/** Checks that the post has three stories, and the message one line for each. */
export function checkStories(lines: readonly string[] | null, stories: readonly Story[]) {
  const name = "stories";
  const findings: Finding[] = [];
  if (stories.length === 0) {
    const { noStories: title, noStoriesDetail: detail } = texts;
    findings.push({ name, key: keyOf(name, "post"), state: "ask", title, detail });
  }
  if (lines && lines.length !== 3) {
    const key = keyOf(name, "lines", String(lines.length));
    findings.push({ name, key, state: "ask", title: texts.lineCount(lines.length), detail: null });
  }
  return { name, findings, claim: claim(texts.stories) } satisfies CheckResult;
}

/** Reports a day's draft when none of its posts is published. */
export function checkDraft({ id, title }: { id: number; title: string }): CheckResult {
  const name = "stories";
  const { draft, draftDetail: detail } = texts;
  const key = keyOf(name, "draft", String(id));
  return {
    name,
    findings: [{ name, key, state: "failed", title: draft(title), detail }],
    claim: null,
  };
}

/** Checks that the numbers in each line are in its story. */
export function checkNumbers(lines: readonly string[], stories: readonly Story[]): CheckResult {
  const name = "numbers";
  const findings = stories.flatMap(({ heading, body }, index) =>
    compareNumbers(lines[index] ?? "", `${heading}\n${body}`).map(({ line, story }): Finding => {
      const position = index + 1;
      return {
        name,
        key: keyOf(name, String(position), line, story ?? ""),
        state: "failed",
        title: texts.number(position, line, story),
        detail: null,
      };
    }),
  );
  return { name, findings, claim: stories.length > 0 ? claim(texts.numbers) : null };
}

/** Checks that each line says what its story's heading says. */
export function checkLines(lines: readonly string[], stories: readonly Story[]): CheckResult {
  const name = "lines";
  const different = stories.flatMap(({ heading }, index) => {
    const line = lines[index];
    return line === undefined || isSameHeadline(line, heading) ? [] : [{ index, line, heading }];
  });
  const positions = list(different.map(({ index }) => String(index + 1)));
  const identity = different.map(({ line, heading }) => `${line} / ${heading}`);
  const headings = list(different.map(({ heading }) => `“${heading}”`));
  const findings: Finding[] =
    different.length === 0
      ? []
      : [
          {
            name,
            key: keyOf(name, ...identity),
            state: "ask",
            title: texts.lines(positions, different.length > 1),
            detail: texts.linesDetail(headings),
          },
        ];
  return { name, findings, claim: stories.length > 0 ? claim(texts.sameLines) : null };
}

/** Checks that each story, or else the post, links to a source. */
export function checkSources(stories: readonly Story[], links: readonly string[]): CheckResult {
  const name = "sources";
  const without = stories.flatMap(({ links: own }, index) => (own.length > 0 ? [] : [index + 1]));
  const isMissing = stories.length === 0 ? links.length === 0 : without.length > 0;
  if (!isMissing) return { name, findings: [], claim: claim(texts.sources) };
  const positions = without.map(String);
  const title =
    stories.length === 0 ? texts.noSource : texts.source(list(positions), positions.length > 1);
  const key = keyOf(name, ...positions);
  return { name, findings: [{ name, key, state: "ask", title, detail: null }], claim: null };
}

/**
 * Checks that each image exists and has alt text.
 *
 * @param missing addresses of uploaded images that lead nowhere
 */
export function checkImages(
  images: MarkdownParts["images"],
  missing: ReadonlySet<string>,
): CheckResult {
  const name = "images";
  const findings = images.flatMap(({ url, alt }, index): Finding[] => {
    const position = index + 1;
    const failed = (title: string, detail: string, ...about: readonly string[]): Finding => {
      const key = keyOf(name, String(position), url, ...about);
      return { name, key, state: "failed", title, detail };
    };
    if (missing.has(url)) {
      const { missingImage, missingImageDetail } = texts;
      return [failed(missingImage(position, images.length), missingImageDetail, "missing")];
    }
    if (alt !== "") return [];
    return [failed(texts.image(position, images.length), texts.imageDetail)];
  });
  return { name, findings, claim: images.length > 0 ? claim(texts.images) : null };
}

/** Checks that nothing in the post's HTML is dropped. */
export function checkHtml(dropped: MarkdownParts["dropped"]): CheckResult {
  const name = "html";
  const { htmlDetail: detail } = texts;
  const title = texts.html(list(dropped.map((element) => `<${element}>`)));
  const finding: Finding = { name, key: keyOf(name, ...dropped), state: "ask", title, detail };
  return { name, findings: dropped.length > 0 ? [finding] : [], claim: null };
}

/** Reports words that aren't in the dictionary. */
export function checkSpelling(words: readonly string[]): CheckResult {
  const name = "spelling";
  const findings = words.map((word): Finding => ({
    name,
    key: keyOf(name, word),
    state: "ask",
    title: texts.misspelled(word),
    detail: texts.misspelledDetail,
  }));
  return { name, findings, claim: claim(texts.spelling) };
}

/** A text's length, its segments, and what they cost. */
export type TextFacts = {
  text: string;
  segments: number;
  unicodeCharacters: readonly string[];
  /** Segments if each of those characters were replaced by a plain one. */
  plainSegments: number;
  texts: number;
  dollarsPerSegment: number;
};

/** Checks how many segments the text has, and whether special characters are why. */
export function checkText(facts: TextFacts): CheckResult[] {
  const { text, segments, unicodeCharacters, plainSegments, dollarsPerSegment } = facts;
  const characters = Array.from(text).length;
  const dollars = facts.texts * segments * dollarsPerSegment;
  const unicode: Finding = {
    name: "unicode",
    key: keyOf("unicode", ...unicodeCharacters),
    state: "ask",
    title: texts.unicode(unicodeCharacters.map(nameOf).join(" ")),
    detail: texts.unicodeDetail(segments, plainSegments),
  };
  return [
    { name: "unicode", findings: segments > plainSegments ? [unicode] : [], claim: null },
    {
      name: "segments",
      findings: [],
      claim: claim(
        texts.segments(segments, characters),
        texts.segmentsDetail(facts.texts, formatCurrency(Math.round(dollars * 100), "USD")),
      ),
    },
  ];
}

/** A character, or `U+00A0` for one that can't be seen. */
function nameOf(character: string): string {
  if (/^[\p{L}\p{M}\p{N}\p{P}\p{S}]+$/u.test(character)) return character;
  const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
  return `U+${code.padStart(4, "0")}`;
}

/** Gmail shows the first 102 KB of an email. */
const longestEmailBytes = 102 * 1024;

/** Checks that mail clients show the whole email. */
export function checkEmail(bytes: number, isCut: boolean): CheckResult {
  const name = "email";
  const kilobytes = Math.ceil(bytes / 1024);
  const isTooLarge = bytes > longestEmailBytes;
  const finding: Finding = {
    name,
    key: keyOf(name, isTooLarge ? "large" : "cut"),
    state: isTooLarge ? "failed" : "ask",
    title: isTooLarge ? texts.emailTooLarge(kilobytes) : texts.emailCut,
    detail: isTooLarge ? texts.emailDetail : texts.emailCutDetail,
  };
  return {
    name,
    findings: isTooLarge || isCut ? [finding] : [],
    claim: claim(texts.email(kilobytes), texts.emailDetail),
  };
}
