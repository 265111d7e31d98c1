import { shortTimezone } from "@/lib/contracts/timezones";
import { formatLongWeekdayMonthDay } from "@/lib/calendar/format";
import type { ReadinessCheck, TodayView } from "@/lib/contracts/admin/today";
import type { ApprovalView } from "@/lib/contracts/admin/approval";
import { approvalMessages } from "@/lib/messages/admin/approval";
import { briefingChecksMessages, briefingFindings } from "@/lib/messages/admin/briefing-checks";
import { todayMessages } from "@/lib/messages/admin/today";
import type { Context } from "../context";
import { findActiveMessage } from "../daily-messages/daily-messages";
import { findBackups, isBackupOverdue } from "../status/backups";
import { linesOf } from "../delivery/content/lines";
import { checkBriefing, openChecks } from "../delivery/checks/check-briefing";
import { findApproval } from "../delivery/content/approvals";
import { listBriefingPosts } from "../delivery/content/editions";
import { composeSmsText } from "../delivery/content/sms-text";
import { forecastDate } from "../delivery/monitoring/forecast";
import type { FoundProblem } from "../delivery/monitoring/health";
import { adminAddresses } from "@/lib/contracts/admin";
import { editMessageAddress } from "@/lib/contracts/daily-messages";

const { checks: texts } = todayMessages;

type Parts = Omit<ReadinessCheck, "detail" | "href"> & { detail?: string; href?: string };

const check = (parts: Parts): ReadinessCheck => ({ detail: null, href: null, ...parts });

/**
 * Checks whether a date's briefing can go out: its message and post, what it's sent with, and whether it will
 * be done in time.
 *
 * @param localDate YYYY-MM-DD
 * @param problems current delivery problems, from the health check
 */
export async function checkReadiness(
  ctx: Context,
  localDate: string,
  problems: readonly FoundProblem[],
): Promise<TodayView["next"]> {
  const [message, [post], forecast, backup, contentChecks, approval] = await Promise.all([
    findActiveMessage(ctx, localDate),
    listBriefingPosts(ctx, localDate),
    forecastDate(ctx, localDate),
    checkBackup(ctx),
    checkContent(ctx, localDate),
    findApproval(ctx, localDate, "system"),
  ]);
  const late = forecast.filter(({ isLate }) => isLate);
  const lateZones = [...new Set(late.map(({ timezone }) => shortTimezone(timezone)))];
  const has = (name: string) => problems.some(({ provider }) => provider === name);
  const hasCode = (...codes: string[]) => problems.some(({ code }) => codes.includes(code));
  const text = message && composeSmsText(message, post?.slug ?? null, ctx.settings.siteUrl);
  const { dailyMessages, content } = adminAddresses;
  return {
    date: localDate,
    lines: message ? linesOf(message).slice(0, 3) : [],
    checks: [
      text
        ? check({
            name: "message",
            state: "passed",
            title: texts.message,
            detail: texts.messageDetail(Array.from(text).length, ctx.sms.countSegments(text)),
          })
        : check({
            name: "message",
            state: "failed",
            title: texts.noMessage(formatLongWeekdayMonthDay(localDate)),
            href: dailyMessages,
          }),
      post
        ? check({ name: "post", state: "passed", title: texts.post(post.slug), detail: post.title })
        : check({
            name: "post",
            state: "ask",
            title: texts.noPost,
            detail: texts.noPostDetail,
            href: content,
          }),
      ...contentChecks,
      ...checkApproval(approval, localDate),
      hasCode("no_worker", "tick_failing")
        ? check({ name: "worker", state: "failed", title: texts.noWorker })
        : check({ name: "worker", state: "passed", title: texts.worker }),
      has("postmark")
        ? check({ name: "email_provider", state: "failed", title: texts.noEmailProvider })
        : check({ name: "email_provider", state: "passed", title: texts.emailProvider }),
      has("twilio")
        ? check({ name: "sms_provider", state: "failed", title: texts.noSmsProvider })
        : check({ name: "sms_provider", state: "passed", title: texts.smsProvider }),
      lateZones.length > 0
        ? check({
            name: "capacity",
            state: "failed",
            title: texts.noCapacity(new Intl.ListFormat("en-US").format(lateZones)),
          })
        : check({ name: "capacity", state: "passed", title: texts.capacity }),
      hasCode("database_restored")
        ? check({ name: "database", state: "failed", title: texts.noDatabase })
        : check({ name: "database", state: "passed", title: texts.database }),
      ...backup,
    ],
  };
}

/** Checks what the message and the post say. Doesn't call links, but uses their last answers. */
async function checkContent(ctx: Context, localDate: string): Promise<ReadinessCheck[]> {
  const checks = await checkBriefing(ctx, { date: localDate }, "skip").catch((error: unknown) => {
    ctx.log.warn({ err: error }, "briefing not checked");
    return null;
  });
  if (checks === null) {
    return [check({ name: "content", state: "ask", title: briefingChecksMessages.failedToLoad })];
  }
  if (checks.length === 0) return [];
  const open = openChecks(checks);
  const failed = open.filter(({ state }) => state === "failed").length;
  if (open.length === 0) {
    const waived = checks.filter(({ state }) => state === "waived").length;
    const { allPassed: title, waivedCount } = briefingFindings;
    const isUnchecked = checks.some(({ state }) => state === "checking");
    const detail = isUnchecked ? briefingFindings.linksUnchecked : waivedCount(waived);
    const passed = check({ name: "content", state: "passed", title });
    return [{ ...passed, detail }];
  }
  return [
    check({
      name: "content",
      state: failed > 0 ? "failed" : "ask",
      title: texts.content(briefingChecksMessages.summary(failed, open.length - failed)),
      detail: open.map(({ title }) => title).join("; "),
      href: editMessageAddress(localDate),
    }),
  ];
}

function checkApproval(
  { isRequired, version, approval }: ApprovalView,
  localDate: string,
): ReadinessCheck[] {
  if (!isRequired || version === null) return [];
  const name = "approval";
  const { approved, missing: title, missingDetail: detail } = approvalMessages.check;
  if (approval) return [check({ name, state: "passed", title: approved(approval.by) })];
  return [check({ name, state: "failed", title, detail, href: editMessageAddress(localDate) })];
}

/** A missing backup never keeps a briefing from going out. */
async function checkBackup(ctx: Context): Promise<ReadinessCheck[]> {
  const { lastGood } = await findBackups(ctx.db);
  if (isBackupOverdue(ctx, lastGood)) {
    const { noBackup: title, noBackupDetail: detail } = texts;
    return [check({ name: "backup", state: "ask", title, detail, href: adminAddresses.status })];
  }
  if (!lastGood) return [];
  const hours = Math.floor((ctx.clock.now().getTime() - lastGood.finishedAt.getTime()) / 3_600_000);
  const detail = texts.backupDetail(hours);
  return [check({ name: "backup", state: "passed", title: texts.backup, detail })];
}
