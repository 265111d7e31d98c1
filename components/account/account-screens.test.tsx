import { priceOf } from "@/lib/contracts/plans";
// Over 300 lines because it checks the texts of every account screen.

import type { ReactElement } from "react";
import { describe, expect, it } from "vitest";
import type { AccountView } from "@/lib/contracts/account";
import { renderScreen } from "@/tests/support/render-screen";
import { renderedTags, renderedText } from "@/tests/support/rendered-markup";
import { AccountFrame } from "./account-frame";
import { describeCancellation } from "./cancel-dialog";
import { DeletedScreen } from "./deleted-screen";
import { DeliveryHistory, describeNext } from "./deliveries";
import { DetailsScreen } from "./details-screen";
import { LinkSent, LoginForm } from "./login-screen";
import { SignOutUnfinished } from "./sign-out";
import { ConfirmLogin, VerifyScreen, WelcomeBack } from "./verify-screen";

const annualPrice = priceOf({
  plan: "annual",
  price: null,
  currency: null,
  isTaxAdded: false,
  isDiscounted: false,
});

function render(element: ReactElement) {
  const markup = renderScreen(element);
  const contents = (name: string) =>
    [...markup.matchAll(new RegExp(`<${name}\\b[^>]*>(.*?)</${name}>`, "g"))].map(
      ([, content = ""]) => renderedText(content),
    );
  return {
    text: renderedText(
      markup.replaceAll(/<(?:br|\/(?:dt|dd|h1|h2|label|li|option|p|th|td))\b[^>]*>/g, " $&"),
    ),
    /** Text and address of every link. */
    links: [...markup.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(
      ([, href = "", content = ""]) => [renderedText(content), href],
    ),
    contents,
    named: (name: string) =>
      renderedTags(markup)
        .filter((tag) => tag.name === name)
        .map((tag) => tag.attributes),
  };
}

const trial: AccountView = {
  user: {
    email: "alex@sample.example",
    timezone: "America/New_York",
    status: "Free Trial",
    subscriptionId: "sub_1",
    firstChargeDate: "2026-11-28",
    nextChargeDate: "2026-11-28",
    name: null,
    phone: null,
  },
  plan: "annual",
  price: annualPrice,
  failedPayment: null,
  canChangePlan: true,
  nextPlan: null,
  paddleStatus: "trialing",
  canCancel: true,
  canKeep: false,
  startOffer: null,
  isServed: true,
  servedUntilDate: null,
  pause: null,
  email: { isOn: true, problem: null },
  sms: { isOn: false, phoneNumber: null, problem: null, pendingNumber: null, countries: ["US"] },
};

const withPhone: AccountView["sms"] = {
  isOn: true,
  phoneNumber: "+12125550142",
  problem: null,
  pendingNumber: null,
  countries: ["US"],
};

const show = (changes: Partial<AccountView> = {}) =>
  render(<DetailsScreen account={{ ...trial, ...changes }} signUpUrl="/sign-up" />);

const withStatus = (status: string, changes: Partial<AccountView> = {}) =>
  show({ user: { ...trial.user, status, nextChargeDate: null }, ...changes });

describe("an unfinished sign-out", () => {
  const panel = <SignOutUnfinished onRetry={() => undefined} isBusy={false} />;

  it("says what was cleared, what may remain, and offers another try", () => {
    const { contents, links } = render(panel);
    expect(contents("h1")).toEqual(["We couldn’t finish logging you out"]);
    expect(contents("p")).toContain(
      "We cleared your data from this browser, but our server didn’t respond, so your session may still be open. Try again when you’re online.",
    );
    expect(contents("button")).toEqual(["Try again"]);
    expect(links).toContainEqual(["Contact support", "/contact"]);
  });
});

describe("the login form", () => {
  const form = (
    <LoginForm
      email=""
      onEmailChange={() => undefined}
      onSubmit={() => undefined}
      isBusy={false}
      isRetry={false}
      failure={undefined}
    />
  );

  it("says at the field why no link was sent", () => {
    const failed = <LoginForm {...form.props} failure="Please enter your email" />;
    expect(render(failed).text).toContain("Please enter your email");
  });

  it("says that a link comes by email and that no password is needed", () => {
    expect(render(form).text).toContain("We’ll email you a login link. No password needed.");
    expect(render(form).text).toContain("The address we send your briefing to.");
  });

  it("links home, to the plans, and to support", () => {
    expect(render(form).links).toEqual([
      ["Back to Home", "/"],
      ["See plans", "/pricing"],
      ["Contact support", "/contact"],
    ]);
  });
});

it("the confirmation says where the link went, how long it works, and where to look", () => {
  const { text, contents, links } = render(
    <LinkSent email="alex@sample.example" onTryAnother={() => undefined} />,
  );
  expect(contents("h1")).toEqual(["Check your inbox"]);
  expect(text).toContain("We sent a login link to alex@sample.example");
  expect(text).toContain(
    "The link works once and expires in 15 minutes. Open it in this browser. Not there? Check your spam folder.",
  );
  expect(contents("button")).toEqual(["Try a different email"]);
  expect(links).toEqual([
    ["Back to Home", "/"],
    ["Contact support", "/contact"],
  ]);
});

describe("the verification screen", () => {
  it("says what's wrong without a token", () => {
    const { text, contents, links } = render(<VerifyScreen token={null} />);
    expect(contents("h1")).toEqual(["Login Failed"]);
    expect(text).toContain("Invalid login link. Please request a new one.");
    expect(links).toEqual([
      ["Try Again", "/account"],
      ["Contact support", "/contact"],
    ]);
  });

  it("asks for Continue in another browser", () => {
    const { text, contents } = render(<ConfirmLogin onConfirm={() => undefined} isBusy={false} />);
    expect(text).toContain("You requested this link in a different browser. Continue here?");
    expect(contents("button")).toEqual(["Continue"]);
  });

  it("welcomes with every known fact", () => {
    const user = { ...trial.user, name: "Ada", phone: "+447400123456", timezone: "Europe/London" };
    const { contents, links } = render(<WelcomeBack user={user} />);
    expect(contents("h1")).toEqual(["Welcome Back"]);
    expect(contents("dt")).toEqual(["Name", "Email", "Phone", "Timezone", "Status"]);
    expect(contents("dd")).toEqual([
      "Ada",
      "alex@sample.example",
      "+44 7400 123456",
      "London (GMT/BST)",
      "Free Trial",
    ]);
    expect(contents("button")).toEqual(["Sign Out"]);
    expect(links).toEqual([
      ["Go now", "/account/details"],
      ["Back to Home", "/"],
    ]);
  });

  it("leaves out unknown facts", () => {
    const user = { ...trial.user, status: null };
    expect(render(<WelcomeBack user={user} />).contents("dt")).toEqual(["Email", "Timezone"]);
  });

  it("continues to an unfinished onboarding", () => {
    const { text, links } = render(<WelcomeBack user={trial.user} onboardingUid="uid_a b" />);
    expect(text).toContain("Let’s finish your sign-up. Go now");
    expect(links[0]).toEqual(["Go now", "/onboarding?uid=uid_a%20b"]);
  });
});

describe("the account frame", () => {
  it("links to support and home", () => {
    const { links } = render(<AccountFrame hasHomeLink>Content</AccountFrame>);
    expect(links).toEqual(
      expect.arrayContaining([
        ["Support", "/contact"],
        ["Back to Home", "/"],
      ]),
    );
    expect(links).not.toContainEqual(["Sign up", expect.anything()]);
  });
});

describe("the account details", () => {
  it("have six sections", () => {
    const { contents } = show();
    expect(contents("h1")).toEqual(["Your account"]);
    expect(contents("h2")).toEqual([
      "How you get it",
      "Pause",
      "Subscription Management",
      "Details",
      "Deliveries",
      "Your data",
    ]);
  });

  it("show a read-only email and status", () => {
    const { named, text } = show();
    const inputs = named("input").filter((input) => input.has("readonly"));
    expect(inputs.map((input) => input.get("value"))).toEqual([
      "alex@sample.example",
      "Free Trial",
    ]);
    expect(text).toContain("Contact support to change it.");
  });

  it("show a missing status as Active", () => {
    const { named } = show({ user: { ...trial.user, status: null }, paddleStatus: null });
    expect(named("input").map((input) => input.get("value"))).toContain("Active");
  });

  it("list five time zones", () => {
    expect(show().contents("option")).toEqual([
      "Eastern Time (ET)",
      "Central Time (CT)",
      "Mountain Time (MT)",
      "Pacific Time (PT)",
      "London (GMT/BST)",
    ]);
  });

  it("have nothing to save at first", () => {
    const { named, text } = show();
    const save = named("button").find((button) => button.get("type") === "submit");
    expect(save?.get("aria-disabled")).toBe("true");
    expect(text).toContain("No changes to save.");
  });

  it("have a labeled logout button", () => {
    expect(show().named("button")[0]?.get("aria-label")).toBe("Log out");
  });
});

describe("the delivery section", () => {
  it("has one switch without a phone number", () => {
    const { named, text } = show();
    expect(named("button").filter((button) => button.get("role") === "switch")).toHaveLength(1);
    expect(text).toContain("alex@sample.example, by 8:00 AM");
    expect(text).toContain("No number yet");
    expect(text).toContain("Add a number");
  });

  it("shows the number in groups", () => {
    const { text } = show({ sms: withPhone });
    expect(text).toContain("+1 212 555 0142, at 8:00 AM");
    expect(text).toContain("Change number");
  });

  it("offers to enter a pending code", () => {
    const { contents } = show({ sms: { ...withPhone, pendingNumber: "+447400123456" } });
    expect(contents("button")).toContain("Enter the code for +44 7400 123456");
  });

  it.each<[Partial<AccountView>, string]>([
    [
      { email: { isOn: true, problem: "bounced" } },
      "Email to this address bounced, so we stopped sending it. Contact support",
    ],
    [
      { email: { isOn: true, problem: "reported" } },
      "Our email was reported as spam from this address, so we stopped sending it. Contact support",
    ],
    [
      { sms: { ...withPhone, problem: "stopped" } },
      "You replied STOP, so we don’t text you. Reply START to any of our texts to resubscribe.",
    ],
    [
      { sms: { ...withPhone, problem: "unreachable" } },
      "This number can’t receive texts. Please change it.",
    ],
    [
      { email: { isOn: false, problem: null } },
      "Email is off, so you won’t get the briefing. You’re still subscribed and will be billed.",
    ],
    [
      { email: { isOn: false, problem: null }, sms: { ...withPhone, isOn: false } },
      "Both are off, so you won’t get the briefing. You’re still subscribed and will be billed.",
    ],
  ])("for %j says: %s", (changes, message) => {
    expect(show(changes).text).toContain(message);
  });
});

describe("the subscription section", () => {
  it("shows the plan, status, first charge, and payment of a trial", () => {
    const { contents } = show();
    expect(contents("dt")).toEqual(["Plan", "Status", "First charge", "Payment"]);
    expect(contents("dd")).toEqual([
      "Annual, $40 per year",
      "Free Trial",
      "Nov 28, 2026",
      "Card and invoices",
    ]);
    expect(contents("button")).toContain("Cancel subscription");
  });

  it("shows the next charge of an active subscription", () => {
    const { contents } = show({
      user: { ...trial.user, status: "Active" },
      paddleStatus: "active",
    });
    expect(contents("dt")).toEqual(["Plan", "Status", "Next charge", "Payment"]);
  });

  it("shows no payment link for an imported subscription", () => {
    const { contents } = show({ user: { ...trial.user, subscriptionId: null } });
    expect(contents("dd")).toContain("Not billed through our payment provider");
  });

  it("says until when a cancelled subscription is served, and links to the sign-up site", () => {
    const { text, contents, links } = withStatus("Cancelled", {
      canCancel: false,
      servedUntilDate: "2026-11-28",
    });
    expect(text).toContain(
      "You’ll receive the briefing until Nov 28, 2026. You won’t be charged again. Resubscribe",
    );
    expect(links).toContainEqual(["Resubscribe", "/sign-up"]);
    expect(contents("button")).not.toContain("Cancel subscription");
    expect(contents("dt")).not.toContain("First charge");
  });

  it("offers to keep a subscription whose end can be withdrawn", () => {
    const { text, contents } = withStatus("Cancelled", {
      canCancel: false,
      canKeep: true,
      servedUntilDate: "2026-11-28",
    });
    expect(text).toContain("If you keep it, your next charge is on Nov 28, 2026.");
    expect(contents("button")).toContain("Keep my subscription");
  });

  it("says that the briefings of a stopped subscription have stopped", () => {
    expect(withStatus("Cancelled", { canCancel: false, isServed: false }).text).toContain(
      "Your briefings have stopped and you won’t be charged again. Resubscribe",
    );
  });

  it("says that a second trial was canceled, and offers to start without one", () => {
    const startOffer = {
      subscriptionId: "sub_1",
      amount: 4_500,
      currency: "EUR",
      interval: "year",
      isTaxAdded: false,
      isDiscounted: false,
    } as const;
    const { text, contents } = withStatus("Cancelled", {
      canCancel: false,
      isServed: false,
      startOffer,
    });
    expect(text).toContain(
      "You’ve already used your free trial. We ended this one, and you won’t be charged.",
    );
    expect(text).not.toContain("Free Trial");
    expect(contents("button")).toContain("Start now for €45 per year");
    expect(text).toContain("Your card is charged today, plus any tax. Cancel anytime.");
    expect(text).not.toContain("Resubscribe");
  });

  it("says that a failed payment is retried", () => {
    expect(withStatus("Past Due", { paddleStatus: "past_due" }).text).toContain(
      "Your last payment didn’t go through. We’ll retry; your briefing continues.",
    );
  });

  it("says that a paused subscription sends nothing", () => {
    expect(withStatus("Paused", { paddleStatus: "paused" }).text).toContain(
      "Your subscription is paused, so we aren’t sending you briefings.",
    );
  });
});

describe("what canceling means", () => {
  const describeFor = (paddleStatus: AccountView["paddleStatus"], nextChargeDate: string | null) =>
    describeCancellation({ ...trial, paddleStatus, user: { ...trial.user, nextChargeDate } });
  const stopHint = "You won’t get the next briefing.";

  it.each([
    [
      "trialing",
      "2026-11-28",
      "You’re on a free trial. You haven’t been charged, and you won’t be.",
      { until: "Nov 28, 2026", hint: "It stops when your trial ends." },
    ],
    [
      "trialing",
      null,
      "You’re on a free trial. You haven’t been charged, and you won’t be.",
      { until: "your trial ends", hint: "It stops when your trial ends." },
    ],
    [
      "active",
      "2026-11-28",
      "You’ve paid until Nov 28, 2026. You won’t be charged again.",
      { until: "Nov 28, 2026", hint: "It stops when your paid period ends." },
    ],
    [
      "active",
      null,
      "You won’t be charged again.",
      { until: "your paid period ends", hint: "It stops when your paid period ends." },
    ],
    [
      "past_due",
      "2026-11-28",
      "Your last payment didn’t go through. You won’t be charged for another period.",
      { until: "Nov 28, 2026", hint: "It stops when this period ends." },
    ],
  ] as const)("for %s with a charge on %s", (status, charge, description, atPeriodEnd) => {
    expect(describeFor(status, charge)).toEqual({ description, atPeriodEnd, stopHint });
  });

  it("for a pause is the same either way", () => {
    expect(describeFor("paused", null)).toEqual({
      description: "Your subscription is paused. If you cancel, it won’t resume.",
      atPeriodEnd: { until: null, hint: "There’s no paid time left." },
      stopHint: "The result is the same: no briefings are sent while it’s paused.",
    });
  });
});

describe("the deliveries", () => {
  const sent = { outcome: "sent", label: "Delivered", time: "7:46 AM", reason: null } as const;
  const notSent = {
    outcome: "held",
    label: "Not sent",
    time: null,
    reason: "you replied STOP",
  } as const;
  const waiting = { outcome: "waiting", label: "On its way", time: null, reason: null } as const;

  it("list each day and channel, and the date of the next briefing", () => {
    const { contents } = render(
      <DeliveryHistory
        days={[
          { localDate: "2026-11-20", email: sent, sms: waiting, note: null },
          { localDate: "2026-11-19", email: sent, sms: notSent, note: null },
          { localDate: "2026-11-18", email: null, sms: null, note: "No briefing that day" },
          { localDate: "2026-11-16", email: sent, sms: null, note: null },
        ]}
        resendable={["email", "sms"]}
      />,
    );
    expect(contents("tr")).toEqual([
      "BriefingEmailText",
      "Fri, Nov 20Delivered 7:46 AMOn its way",
      "Thu, Nov 19Delivered 7:46 AMNot sent: you replied STOP",
      "Wed, Nov 18No briefing that day",
      "Mon, Nov 16Delivered 7:46 AM–None",
    ]);
    expect(contents("button")).toEqual(["Resend today’s email", "Resend today’s text"]);
  });

  it("have no text column without texts", () => {
    const days = [{ localDate: "2026-11-20", email: sent, sms: null, note: null }];
    const { contents } = render(<DeliveryHistory days={days} resendable={[]} />);
    expect(contents("tr")).toEqual(["BriefingEmail", "Fri, Nov 20Delivered 7:46 AM"]);
  });

  it("say that there are none", () => {
    const { text } = render(<DeliveryHistory days={[]} resendable={[]} />);
    expect(text.trim()).toBe("Nothing was sent in the last 14 days.");
  });
});

describe("the next briefing", () => {
  const day = "2026-11-23";
  it.each<[string | null, Partial<AccountView>, string]>([
    [day, {}, "Next briefing: Monday, November 23, 8:00 AM, by email"],
    [day, { sms: withPhone }, "Next briefing: Monday, November 23, 8:00 AM, by email and text"],
    [
      day,
      { email: { isOn: true, problem: "bounced" }, sms: withPhone },
      "Next briefing: Monday, November 23, 8:00 AM, by text",
    ],
    [day, { email: { isOn: false, problem: null } }, "Next briefing: Monday, November 23"],
    [null, {}, "No briefing is scheduled."],
  ])("on %s with %j reads: %s", (nextDate, changes, message) => {
    expect(describeNext(nextDate, { ...trial, ...changes })).toBe(message);
  });
});

it("the page after a deletion says that billing has ended, and how to subscribe again", () => {
  const { text, contents, links } = render(<DeletedScreen signUpUrl="/sign-up" />);
  expect(contents("h1")).toEqual(["Your account has been deleted"]);
  expect(text).toContain(
    "Your subscription has ended and you won’t be charged again. A briefing that’s already on its way may still arrive.",
  );
  expect(text).toContain("Changed your mind? You can subscribe again anytime. Thanks for reading.");
  expect(links).toEqual([
    ["subscribe again", "/sign-up"],
    ["Back to Home", "/"],
  ]);
});
