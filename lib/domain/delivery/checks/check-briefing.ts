import { imageKeysOf } from "@/lib/contracts/reading/image-address";
import { toDatabaseDate } from "@/lib/calendar/days";
import {
  briefingCheckNames,
  type BriefingCheck,
  type BriefingChecksInput,
} from "@/lib/contracts/admin/briefing-checks";
import { timezones } from "@/lib/contracts/timezones";
import { briefingFindings as texts } from "@/lib/messages/admin/briefing-checks";
import { partsOf } from "@/lib/markdown/parts";
import { markdownToPlainText } from "@/lib/markdown/plain-text";
import { storiesOf } from "@/lib/markdown/stories";
import type { Database } from "@/lib/platform/database/database";
import { findMisspellings } from "@/lib/platform/spelling/spelling";
import type { Context } from "../../context";
import { findActiveMessage } from "../../daily-messages/daily-messages";
import { findMissingImages } from "../../images/images";
import type { BriefingContent } from "../../ports/briefing-renderer";
import { released } from "../../posts/post-dates";
import { listBriefingPosts } from "../content/editions";
import { composeSmsText } from "../content/sms-text";
import { describeAudience } from "../monitoring/forecast";
import {
  checkDraft,
  checkEmail,
  checkHtml,
  checkImages,
  checkLines,
  checkNumbers,
  checkSources,
  checkSpelling,
  checkStories,
  checkText,
  keyOf,
  type CheckResult,
  type Finding,
} from "./findings";
import { linesOf } from "../content/lines";
import { checkableLinks, checkLinks, findLinkAnswers, mostLinks, ownPostLinks } from "./links";
import { findWaivers } from "./waivers";

/** What is sent on a date. */
type Content = {
  date: string;
  message: string | null;
  post: BriefingContent["post"];
  /** An unpublished post, on a day without a published one. */
  draft: { id: number; title: string } | null;
};

/** What to do about links without a recent answer. */
type LinkMode =
  /** Call them in the background; the check is `checking` until the answers are in. */
  | "start"
  /** Call them first. */
  | "wait"
  /** Don't call them; the last answers count, however old. */
  | "skip";

/**
 * Checks what a date's briefing says, as it's saved or as it's being written: what to fix first, then what
 * to look at, then what was accepted and what passed. Empty without a message and a post.
 */
export async function checkBriefing(
  ctx: Context,
  input: BriefingChecksInput,
  links: LinkMode = "start",
): Promise<BriefingCheck[]> {
  const content = await readContent(ctx, input);
  const [results, linkResult, waivers] = await Promise.all([
    checkContent(ctx, content),
    content.post ? checkPostLinks(ctx, content.post.content, links) : null,
    findWaivers(ctx, input.date),
  ]);
  const checks = [...results, ...(linkResult ? [linkResult.result] : [])].flatMap(
    ({ name, findings, claim }): BriefingCheck[] => {
      if (findings.length === 0) {
        return claim ? [{ name, key: `${name}:`, state: "passed", ...claim, waiver: null }] : [];
      }
      return findings.map((finding) => {
        const waiver = waivers.get(finding.key) ?? null;
        return { ...finding, state: waiver ? "waived" : finding.state, waiver };
      });
    },
  );
  if (linkResult && linkResult.missing > 0) {
    const title = texts.checkingLinks(linkResult.missing);
    const key = "links:checking";
    checks.push({ name: "links", key, state: "checking", title, detail: null, waiver: null });
  }
  const order = ["failed", "ask", "checking", "waived", "passed"] as const;
  const rankOf = ({ state, name }: BriefingCheck) =>
    order.indexOf(state) * briefingCheckNames.length + briefingCheckNames.indexOf(name);
  return checks.toSorted((a, b) => rankOf(a) - rankOf(b));
}

/** What someone has to resolve before a briefing is sent. */
export function openChecks(checks: readonly BriefingCheck[]): BriefingCheck[] {
  return checks.filter(({ state }) => state === "failed" || state === "ask");
}

async function readContent(
  ctx: Pick<Context, "db">,
  { date, message, post }: BriefingChecksInput,
): Promise<Content> {
  const [saved, [savedPost = null], draft] = await Promise.all([
    message ?? findActiveMessage(ctx, date),
    listBriefingPosts(ctx, date),
    ctx.db.post.findFirst({
      where: { localDate: toDatabaseDate(date), deletedAt: null, isDraft: true },
      select: { id: true, title: true },
    }),
  ]);
  const text = saved?.trim() ?? "";
  const unsaved = post && { slug: savedPost?.slug ?? "aa", readTime: 1, ...post };
  const shown = unsaved ?? savedPost;
  return { date, message: text === "" ? null : text, post: shown, draft: shown ? null : draft };
}

/** The last results, for an hour: Today asks for the same content every few seconds. */
const latest = new WeakMap<Database, { key: string; results: Promise<CheckResult[]> }>();

async function checkContent(ctx: Context, content: Content): Promise<CheckResult[]> {
  const hour = Math.floor(ctx.clock.now().getTime() / 3_600_000);
  const missing = content.post ? await listMissingImages(ctx, content.post.content) : [];
  const key = JSON.stringify([hour, content, ...missing]);
  const known = latest.get(ctx.db);
  if (known?.key === key) return known.results;
  const results = findInContent(ctx, content, new Set(missing));
  latest.set(ctx.db, { key, results });
  results.catch(() => latest.delete(ctx.db));
  return results;
}

/** The uploaded images that a text refers to but that don't exist, by their addresses as written. */
async function listMissingImages(ctx: Context, content: string): Promise<string[]> {
  if (imageKeysOf(content).length === 0) return [];
  const { siteUrl } = ctx.settings;
  const own = partsOf(content)
    .images.map(({ url }) => url)
    .filter((url) => url.startsWith("/") || url.startsWith(`${siteUrl}/`));
  return [...(await findMissingImages(ctx, own))];
}

async function findInContent(
  ctx: Context,
  content: Content,
  missing: ReadonlySet<string>,
): Promise<CheckResult[]> {
  const { message, post, draft } = content;
  const lines = message === null ? null : linesOf(message);
  const stories = post ? storiesOf(post.content) : [];
  const results: CheckResult[] = message !== null && draft ? [checkDraft(draft)] : [];
  if (post) {
    const { links, images, dropped } = partsOf(post.content);
    results.push(
      checkStories(lines, stories),
      checkSources(stories, links),
      checkImages(images, missing),
      checkHtml(dropped),
    );
    if (lines) results.push(checkNumbers(lines, stories), checkLines(lines, stories));
  }
  if (message !== null) {
    const { html, isCut } = await ctx.briefing.render(
      { localDate: content.date, message, post },
      ctx.settings.siteUrl,
    );
    results.push(...(await describeText(ctx, message, post?.slug ?? null)));
    results.push(checkEmail(Buffer.byteLength(html), isCut));
  }
  const prose = [
    message ?? "",
    ...(post ? [post.title, markdownToPlainText(post.content, { showUrls: false })] : []),
  ].join("\n");
  if (prose.trim() !== "") results.push(checkSpelling(await findMisspellings(prose)));
  return results;
}

async function describeText(
  ctx: Context,
  message: string,
  slug: string | null,
): Promise<CheckResult[]> {
  const text = composeSmsText(message, slug, ctx.settings.siteUrl);
  const unicodeCharacters = ctx.sms.listUnicodeCharacters(text);
  const special = new Set(unicodeCharacters);
  const plain = Array.from(text, (each) => (special.has(each) ? "x" : each)).join("");
  const { of } = await describeAudience(ctx);
  const recipients = timezones.map(({ value }) => of(value, "sms"));
  return checkText({
    text,
    segments: ctx.sms.countSegments(text),
    unicodeCharacters,
    plainSegments: ctx.sms.countSegments(plain),
    texts: recipients.reduce((sum, { due, suppressed }) => sum + due - suppressed, 0),
    dollarsPerSegment: ctx.settings.smsSegmentCost,
  });
}

async function checkPostLinks(
  ctx: Context,
  content: string,
  mode: LinkMode,
): Promise<{ result: CheckResult; missing: number }> {
  const name = "links";
  const { siteUrl } = ctx.settings;
  const { links } = partsOf(content);
  const urls = checkableLinks(links, siteUrl);
  let answers = await findLinkAnswers(ctx, urls);
  const listMissing = () => urls.filter((url) => answers.get(url)?.isOld ?? true);
  let missing = listMissing();
  if (missing.length > 0 && mode === "wait") {
    await checkLinks(ctx, missing);
    answers = await findLinkAnswers(ctx, urls);
    missing = listMissing();
  } else if (missing.length > 0 && mode === "start") {
    void checkLinks(ctx, missing);
  }
  // An old answer is better than none.
  if (mode === "skip") missing = urls.filter((url) => !answers.has(url));
  const own = ownPostLinks(links, siteUrl);
  const found = await ctx.db.post.findMany({
    where: { slug: { in: own.map(({ slug }) => slug) }, ...released },
    select: { slug: true },
  });
  const slugs = new Set(found.map(({ slug }) => slug));
  const finding = (
    url: string,
    state: Finding["state"],
    title: string,
    detail: string | null,
  ): Finding => ({ name, key: keyOf(name, url, title), state, title, detail });
  const findings = [
    ...own.flatMap(({ url, slug }) =>
      slugs.has(slug)
        ? []
        : [finding(url, "failed", texts.deadLink, texts.linkProblem(url, texts.noSuchPost))],
    ),
    ...[...answers].flatMap(([url, { state, detail }]) => {
      if (state === "works" || missing.includes(url)) return [];
      if (state === "dead") {
        return [finding(url, "failed", texts.deadLink, texts.linkProblem(url, detail))];
      }
      return state === "moved"
        ? [finding(url, "ask", texts.movedLink, texts.movedTo(url, detail ?? ""))]
        : [finding(url, "ask", texts.unknownLink, texts.linkProblem(url, detail))];
    }),
  ];
  const total = answers.size + own.length;
  const isKnown = missing.length === 0 && total > 0 && urls.length < mostLinks;
  const claim = isKnown ? { title: texts.links(total), detail: null } : null;
  return { result: { name, findings, claim }, missing: missing.length };
}
