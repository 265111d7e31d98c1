import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** Wording that reads as translated or that has a standard name, with what to write instead. */
const replacements: readonly (readonly [pattern: RegExp, instead: string])[] = [
  // Sentences that no American engineer would say.
  [/\bshall\b/i, "should, will, or must"],
  [/\bwhoever\b/i, "anyone who"],
  [/\be-mails?\b/i, "email"],
  [/\bany more\b(?! than)/i, "anymore, or no longer"],
  [/\bat the most\b/i, "at most"],
  [/\bgo(?:es)? on(?= (?:as|by|until|when|where|while)\b|[.,;:"`])/i, "continues"],
  [/\bone's own\b|\boneself\b/i, "their own, or yourself"],
  [/\bof (?:today(?!'s)|theirs)\b/i, "today's, their"],
  [/\bmeanwhile\b/i, "in the meantime, or while …"],
  [/\banew\b/i, "again"],
  [/\bset (?:it|them|this) right\b|\bput right\b/i, "fix"],
  [/\b(?:it|that|this|which|what|he|she|they) stands?\b(?! in for)/i, "is"],
  [/\bwhat (?:became|becomes) of\b/i, "what happened to"],
  // Metaphors for parts of the program.
  [/\bfront doors?\b/i, "entry point"],
  [/\brooms? of the (?:house|domain)\b|\bthe house\b/i, "module, application"],
  [/\btend(?:s|ed|ing)? (?:the |a )?(?:morning|notice|welcome|reminder)s?\b/i, "run, send"],
  [/\bkept mornings?\b|\bheld mornings?\b/i, "time zone holdover"],
  [/\bcatalogues?\b/i, "catalog, or messages"],
  // British spelling.
  [/\b(?:colour|behaviour|favour|neighbour|honour)(?:s|ed|ing)?\b/i, "American spelling: -or"],
  [/\bcentre[sd]?\b/i, "center"],
  [
    /\b(?:canonicali|initiali|normali|organi|recogni|seriali|parallelli|paralleli|minimi|authori|capitali|summari)s(?:e[sd]?|ing|ation)\b/i,
    "American spelling: -ize",
  ],
  [/\bcancelling\b/i, "canceling"],
  [/\blicence\b/i, "license"],
  // Names that the standard vocabulary replaced.
  [
    /\b(?:tendMornings|tendNotices|keepHouse|startHeart|takePace|laterThan|askedFrom|doNotWriteTo)\b/,
    "the name in docs/glossary.md",
  ],
  [/\b(?:keptDate|keptTimezone|kept_date|kept_timezone)\b/, "holdoverDate, holdoverTimezone"],
  [
    /\b(?:standingOf|joinPurchase|OutsideEvent|isTold|isEmptyHouse|takeUp|ownNewPost)\b/,
    "the standard name",
  ],
  [
    /\b(?:TRIAL_AGAIN|OUTCOME_SETTLE_SECONDS)\b/,
    "REPEAT_TRIAL_POLICY, UNKNOWN_OUTCOME_WAIT_SECONDS",
  ],
  // Documents that are not in the repository.
  [/\b(?:spec|decisions), section \d/i, "docs/product-spec.md, section N"],
];

/** Files whose texts are not ours to change, each with the reason. */
const exceptFiles: readonly (readonly [path: RegExp, reason: string])[] = [
  [/^docs\/product-spec\.md$/, "quotes the exact texts"],
  [/^CHANGELOG\.md$/, "names what was renamed"],
  [/^tests\/support\/naughty-strings\./, "test data from elsewhere"],
  [/^tests\/support\/text-replies\./, "what people text"],
  [/^lib\/domain\/seed\/posts\.ts$/, "sample articles"],
  [/^docs\/decisions\/026-api-renames\.md$/, "names what was renamed"],
  [/^package-lock\.json$/, "generated"],
  [/^tests\/architecture\/language\.test\.ts$/, "lists the words"],
  [/^docs\/(?:api|openapi)\./, "generated"],
  [/^LICENSE/, "legal text"],
];

/** Single places where a word is right, as `path: text`. */
const exceptLines: readonly RegExp[] = [
  // The spec's exact text of a button.
  /cancelDialog\.cancelling|"Cancelling\.\.\."|Cancel subscription\|Cancelling/,
];

const textFiles =
  /\.(?:ts|tsx|mts|mjs|css|md|json|ya?ml|prisma|sql|html)$|^\.(?:ci\/run|env\.example|gitignore)$/;

type Source = { path: string; text: string };

function problemsIn({ path, text }: Source): string[] {
  return text.split("\n").flatMap((line, index) =>
    replacements
      .filter(([pattern]) => pattern.test(line))
      .map(([pattern, instead]) => ({
        found: `${path}:${index + 1}: "${pattern.exec(line)?.[0]}" → ${instead}`,
        place: `${path}: ${line.trim()}`,
      }))
      .filter(({ place }) => !exceptLines.some((pattern) => pattern.test(place)))
      .map(({ found }) => found),
  );
}

function readSources(): Source[] {
  return execFileSync("git", ["ls-files"], { encoding: "utf8" })
    .split("\n")
    .filter((path) => textFiles.test(path))
    .filter((path) => !exceptFiles.some(([pattern]) => pattern.test(path)))
    .map((path) => ({ path, text: readFileSync(path, "utf8") }));
}

describe("language", () => {
  const sources = readSources();

  test("reads the whole repository", () => {
    expect(sources.length).toBeGreaterThan(500);
  });

  test("code, docs, and tests use plain American English and the standard names", () => {
    expect(sources.flatMap(problemsIn)).toEqual([]);
  });

  test.each([
    ["You shall not pass.", "shall"],
    ["// Sends the e-mail.", "e-mail"],
    ["No briefing is sent any more.", "any more"],
    ["await tendMornings(ctx);", "tendMornings"],
    ["The colour of it.", "colour"],
    ["(spec, section 4)", "spec, section 4"],
  ])("finds the problem in %j", (line, word) => {
    expect(problemsIn({ path: "a.ts", text: line })[0]).toContain(`a.ts:1: "${word}"`);
  });

  test.each(["marshall the data", "We don't need any more than that.", "email", "tenderness"])(
    "accepts %j",
    (line) => {
      expect(problemsIn({ path: "a.ts", text: line })).toEqual([]);
    },
  );
});
