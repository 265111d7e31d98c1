import type { Price } from "@/lib/contracts/money";
import type { PlanName } from "@/lib/contracts/plans";

/** A rendered email to one person. */
export type RenderedNotice = { subject: string; html: string; text: string };

/** What a new subscriber can expect. */
export type SubscriptionStart = {
  /** Such as `Monday, November 23`. */
  firstBriefingDay: string;
  /** The price, and a date such as `Nov 29, 2026`; null without a free trial that leads to a charge. */
  firstCharge: { price: Price; chargeDate: string } | null;
};

/** Content of the welcome email. */
export type WelcomeNotice = SubscriptionStart & {
  siteUrl: string;
  name: string | null;
  email: string;
  /** Such as `Eastern Time (ET)`. */
  timezoneLabel: string;
};

/** Content of the reminder before the first charge. */
export type TrialReminderNotice = {
  siteUrl: string;
  name: string | null;
  price: Price;
  /** What Paddle will charge, with tax and discounts, such as `$5.44`, if it differs from the price. */
  total: string | null;
  /** Such as `Nov 29, 2026`, in the subscriber's time zone. */
  chargeDate: string;
};

/** Content of the email with a login link. */
export type LoginLinkNotice = {
  siteUrl: string;
  email: string;
  /** The full link, with its token. */
  link: string;
  /** How long the link is valid. */
  minutes: number;
  /** Such as `Chrome on Windows (IP address 203.0.113.7)`. */
  requestedFrom: string;
};

/** Content of an email about something that happened to a sign-up or an account. */
export type EventNotice = { siteUrl: string } & (
  | {
      /** To an existing subscriber whose address a buyer entered. */
      kind: "confirm_address";
      /** The full link, with its token. */
      link: string;
      /** How long the link is valid. */
      days: number;
    }
  | {
      /** To a new address that the team entered for a subscriber. */
      kind: "email_change";
      /** The full link, with its token. */
      link: string;
      /** How long the link is valid. */
      days: number;
    }
  | {
      /** To the current address, when the team was asked to change it. */
      kind: "email_change_requested";
      /** The full link that stops it, with its token. */
      link: string;
      /** The earliest time at which it takes effect, such as `Nov 22, 2026 at 8:03 AM EST`. */
      from: string;
    }
  | {
      /** To the address used at checkout, when the briefings go to a different one. */
      kind: "delivery_address";
      email: string;
      /** Null when they get briefings already. */
      start: SubscriptionStart | null;
    }
  | {
      /** To the previous address of the briefings. */
      kind: "address_changed";
    }
  | {
      /** Someone logged in from a browser not seen before. */
      kind: "new_device";
      /** Such as `Chrome on Windows (IP address 203.0.113.7)`. */
      device: string;
      /** Such as `Nov 22, 2026 at 8:03 AM EST`. */
      time: string;
    }
  | {
      kind: "phone_changed";
      /** The last digits of the new number. */
      ending: string;
    }
  | {
      kind: "canceled";
      /** Such as `Nov 29, 2026`; null when the briefings have stopped. */
      lastDay: string | null;
    }
  | {
      /** A second free trial was refused. */
      kind: "trial_used";
    }
  | {
      /** A cancellation was withdrawn. */
      kind: "kept";
      plan: PlanName;
      /** Such as `Nov 29, 2026`; null when it isn't known. */
      nextDate: string | null;
    }
  | {
      kind: "charged";
      /** Such as `$5`. */
      amount: string;
      plan: PlanName;
      /** Such as `Nov 29, 2026`. */
      date: string;
      /** The charge that ends the free trial. */
      isFirst: boolean;
      /** The next charge; null if none follows. */
      nextDate: string | null;
    }
  | {
      /** The plan was changed, will change, or won't change after all. */
      kind: "plan_changed";
      change: "now" | "scheduled" | "kept";
      /** The new plan, or the one that stays. */
      plan: PlanName;
      /** Such as `£4.50 per month`; null when it isn't known yet. */
      price: string | null;
      /** When it changes, or the next charge, such as `Nov 29, 2026`. */
      date: string | null;
    }
  | {
      /** A charge failed, and Paddle retries it. */
      kind: "payment_failed";
      /** Where to change the card. */
      link: string;
      /** Such as `£4.50 per month`. */
      price: string;
    }
  | {
      /** To the address used at checkout, when the sign-up wasn't completed. */
      kind: "unfinished_sign_up";
      /** Such as `Nov 22, 2026`. */
      boughtOn: string;
      /** Where the sign-up continues. */
      link: string;
      /** What someone who completes it today can expect. */
      start: SubscriptionStart;
    }
  | {
      /** To a paying subscriber whom no briefing reaches. */
      kind: "unreachable";
      /** How many briefings in a row. */
      briefings: number;
    }
  | {
      /** To someone whom an owner wants on the team. */
      kind: "admin_invitation";
      /** The full link, with its token. */
      link: string;
      /** Such as `Editor`. */
      role: string;
      /** Null when the operator invites. */
      invitedBy: string | null;
      /** How long the link is valid. */
      days: number;
    }
  | {
      /** Days missed because of us were given back. */
      kind: "days_given_back";
      /** Such as `Monday, November 16`; earliest first. */
      mornings: readonly string[];
      /** The new date of the next charge, such as `Nov 29, 2026`. */
      nextDate: string;
      /** The date is the end of the free trial. */
      isTrial: boolean;
    }
  | { kind: "account_deleted" }
);

/** Content of an alert to the operator, or to an administrator about their login. */
export type OperatorNotice = {
  siteUrl: string;
  subject: string;
  body: string;
  isForAdmin: boolean;
};

/** Renders emails to one person. */
export type NoticeRenderer = {
  renderWelcome(notice: WelcomeNotice): Promise<RenderedNotice>;
  renderTrialReminder(notice: TrialReminderNotice): Promise<RenderedNotice>;
  renderLoginLink(notice: LoginLinkNotice): Promise<RenderedNotice>;
  renderEvent(notice: EventNotice): Promise<RenderedNotice>;
  renderOperatorAlert(notice: OperatorNotice): Promise<RenderedNotice>;
};
