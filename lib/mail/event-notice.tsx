import { describePrice } from "@/lib/contracts/money";
import { trialDays } from "@/lib/contracts/plans";
import type {
  EventNotice,
  RenderedNotice,
  SubscriptionStart,
} from "@/lib/domain/ports/notice-renderer";
import { emailFooter, welcomeEmail } from "@/lib/messages/emails";
import {
  accountDeletedEmail,
  adminInvitationEmail,
  addressChangedEmail,
  canceledEmail,
  chargedEmail,
  confirmAddressEmail,
  daysGivenBackEmail,
  keptEmail,
  deliveryAddressEmail,
  emailChangeEmail,
  emailChangeRequestedEmail,
  newDeviceEmail,
  paymentFailedEmail,
  planChangedEmail,
  phoneChangedEmail,
  trialUsedEmail,
  unfinishedSignUpEmail,
  unreachableEmail,
} from "@/lib/messages/event-emails";
import { Paragraph, renderNotice, SmallPrint } from "./notice";
import { MailButton, Opening } from "./shell";

type Content = {
  subject: string;
  label: string;
  /** Inboxes show the first one after the subject. */
  paragraphs: readonly string[];
  button?: { text: string; href: string };
  /** Below the button, in small print. */
  small?: readonly string[];
  reason: string;
};

/** An email about something that happened to a sign-up or an account. */
export async function renderEvent(notice: EventNotice): Promise<RenderedNotice> {
  const { subject, label, paragraphs, button, small = [], reason } = contentOf(notice);
  const link = button ? [`${button.text}: ${button.href}`] : [];
  return renderNotice({
    siteUrl: notice.siteUrl,
    subject,
    label,
    footer: `${reason} ${emailFooter.questions}`,
    body: (
      <>
        <Opening>{paragraphs[0]}</Opening>
        {paragraphs.slice(1).map((paragraph) => (
          <Paragraph key={paragraph}>{paragraph}</Paragraph>
        ))}
        {button && <MailButton href={button.href}>{button.text}</MailButton>}
        {small.map((line) => (
          <SmallPrint key={line}>{line}</SmallPrint>
        ))}
      </>
    ),
    paragraphs: [...paragraphs, ...link, ...small],
  });
}

function contentOf(notice: EventNotice): Content {
  const { siteUrl } = notice;
  const account = (text: string) => ({ text, href: `${siteUrl}/account` });
  switch (notice.kind) {
    case "confirm_address": {
      const { text, button, expiry, ...fixed } = confirmAddressEmail;
      const link = { text: button, href: notice.link };
      return { ...fixed, paragraphs: [text], button: link, small: [expiry(notice.days)] };
    }
    case "email_change": {
      const { text, button, expiry, ...fixed } = emailChangeEmail;
      const link = { text: button, href: notice.link };
      return { ...fixed, paragraphs: [text], button: link, small: [expiry(notice.days)] };
    }
    case "email_change_requested": {
      const { text, wait, button, notYou, ...fixed } = emailChangeRequestedEmail;
      const link = { text: button, href: notice.link };
      return { ...fixed, paragraphs: [text, wait(notice.from)], button: link, small: [notYou] };
    }
    case "delivery_address": {
      const { text, first, button, notYou, ...fixed } = deliveryAddressEmail;
      const start = notice.start ? [startText(first, notice.start)] : [];
      const paragraphs = [text(notice.email), ...start];
      return { ...fixed, paragraphs, button: account(button), small: [notYou] };
    }
    case "address_changed": {
      const { text, notYou, ...fixed } = addressChangedEmail;
      return { ...fixed, paragraphs: [text, notYou] };
    }
    case "new_device": {
      const { text, advice, notYou, ...fixed } = newDeviceEmail;
      return { ...fixed, paragraphs: [text(notice.device, notice.time), advice, notYou] };
    }
    case "phone_changed": {
      const { text, button, notYou, ...fixed } = phoneChangedEmail;
      const paragraphs = [text(notice.ending)];
      return { ...fixed, paragraphs, button: account(button), small: [notYou] };
    }
    case "canceled": {
      const { servedUntil, stopped, comeBack, button, notYou, ...fixed } = canceledEmail;
      const effect = notice.lastDay === null ? stopped : servedUntil(notice.lastDay);
      const link = { text: button, href: `${siteUrl}/pricing` };
      return { ...fixed, paragraphs: [effect, comeBack], button: link, small: [notYou] };
    }
    case "trial_used": {
      const { text, offer, button, mistake, ...fixed } = trialUsedEmail;
      return { ...fixed, paragraphs: [text, offer], button: account(button), small: [mistake] };
    }
    case "kept": {
      const { text, next, button, notYou, plans, ...fixed } = keptEmail;
      const paragraphs = [
        text(plans[notice.plan]),
        ...(notice.nextDate ? [next(notice.nextDate)] : []),
      ];
      return { ...fixed, paragraphs, button: account(button), small: [notYou] };
    }
    case "days_given_back": {
      const { missed, trial, charge, button, ...fixed } = daysGivenBackEmail;
      const effect = notice.isTrial ? trial : charge;
      const paragraphs = [missed(notice.mornings), effect(notice.nextDate)];
      return { ...fixed, paragraphs, button: account(button) };
    }
    case "plan_changed": {
      const { text, next, undo, button, notYou, ...fixed } = planChangedEmail;
      const { change, plan, price, date } = notice;
      const paragraphs = [
        text[change](plan, price ?? "", date ?? ""),
        ...(change === "scheduled" ? [undo] : date ? [next(date)] : []),
      ];
      return { ...fixed, paragraphs, button: account(button), small: [notYou] };
    }
    case "payment_failed": {
      const { text, effect, button, paid, ...fixed } = paymentFailedEmail;
      const link = { text: button, href: notice.link };
      return { ...fixed, paragraphs: [text(notice.price), effect], button: link, small: [paid] };
    }
    case "charged":
      return chargedContent(notice);
    case "unfinished_sign_up": {
      const { text, first, button, help, ...fixed } = unfinishedSignUpEmail;
      const link = { text: button, href: notice.link };
      const paragraphs = [text(notice.boughtOn), startText(first, notice.start)];
      return { ...fixed, paragraphs, button: link, small: [help] };
    }
    case "unreachable": {
      const { text, action, button, cancel, ...fixed } = unreachableEmail;
      const paragraphs = [text(notice.briefings), action];
      return { ...fixed, paragraphs, button: account(button), small: [cancel] };
    }
    case "admin_invitation": {
      const { text, button, expiry, notYou, ...fixed } = adminInvitationEmail;
      const link = { text: button, href: notice.link };
      const paragraphs = [text(notice.invitedBy, notice.role)];
      return { ...fixed, paragraphs, button: link, small: [`${expiry(notice.days)} ${notYou}`] };
    }
    case "account_deleted":
      break;
  }
  const { text, lastEmail, notYou, ...fixed } = accountDeletedEmail;
  return { ...fixed, paragraphs: [text, lastEmail, notYou] };
}

/** The first briefing, and when the free trial ends and what is charged then. */
function startText(
  first: (day: string) => string,
  { firstBriefingDay, firstCharge }: SubscriptionStart,
): string {
  const day = first(firstBriefingDay);
  if (!firstCharge) return day;
  const price = describePrice(firstCharge.price);
  return `${day} ${welcomeEmail.trial(trialDays, firstCharge.chargeDate, price)}`;
}

function chargedContent(notice: Extract<EventNotice, { kind: "charged" }>): Content {
  const { subject, trialEnded, text, next, plans, button, receipts, ...fixed } = chargedEmail;
  const { amount, plan, date, isFirst, nextDate } = notice;
  const sentences = [
    ...(isFirst ? [trialEnded] : []),
    text(amount, plans[plan], date),
    ...(nextDate === null ? [] : [next(nextDate)]),
  ];
  return {
    ...fixed,
    subject: subject(amount),
    paragraphs: [sentences.join(" ")],
    button: { text: button, href: `${notice.siteUrl}/account` },
    small: [receipts],
  };
}
