import { priceOf } from "@/lib/contracts/plans";
// Over 300 lines because it checks the texts of every onboarding screen.

import type { ReactElement } from "react";
import { describe, expect, it } from "vitest";
import { renderScreen } from "@/tests/support/render-screen";
import { renderedTags, renderedText } from "@/tests/support/rendered-markup";
import { ConfirmAddress, ConfirmationMessage } from "./confirm-address-screen";
import { Confirmation } from "./confirmation-screen";
import { ConsentForm } from "./consent-screen";
import { EmailForm } from "./email-form";
import { FailureAlert } from "./failure-alert";
import { FirstBriefingSlip } from "./first-briefing-slip";
import { OnboardingFrame } from "./onboarding-frame";
import { RecordFailed } from "./record-gate";
import { Welcome } from "./success-screen";
import { TrialUsed } from "./trial-used";

const annualPrice = priceOf({
  plan: "annual",
  price: null,
  currency: null,
  isTaxAdded: false,
  isDiscounted: false,
});

/** A Friday. */
const now = "2026-11-20T12:00:00Z";

function render(element: ReactElement) {
  const markup = renderScreen(element);
  const tags = renderedTags(markup);
  return {
    text: renderedText(markup.replaceAll(/<(?:br|\/(?:dt|dd|h1|h2|li|option|p))\b[^>]*>/g, " $&")),
    tags,
    /** Text and address of every link. */
    links: [...markup.matchAll(/<a\b[^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(
      ([, href = "", content = ""]) => [renderedText(content), href],
    ),
    named: (name: string) => tags.filter((tag) => tag.name === name).map((tag) => tag.attributes),
    contents: (name: string) =>
      [...markup.matchAll(new RegExp(`<${name}\\b[^>]*>(.*?)</${name}>`, "g"))].map(
        ([, content = ""]) => renderedText(content),
      ),
  };
}

const record = {
  id: 7,
  email: "alex@sample.example",
  timezone: "Europe/London",
  phoneNumber: "+447400123456",
  confirmationText: "sent",
  firstCharge: { price: annualPrice, at: "2026-11-27T03:00:00.000Z" },
} as const;

describe("the progress header", () => {
  const frame = (
    <OnboardingFrame progress={{ label: "Create Your Account", step: 1 }}>
      <p>Content</p>
    </OnboardingFrame>
  );

  it("has a labeled progress bar", () => {
    const { tags, named } = render(frame);
    const [bar] = named("progress");
    const label = tags.find(
      ({ attributes }) => attributes.get("id") === bar?.get("aria-labelledby"),
    );
    expect(label?.name).toBe("span");
    expect([bar?.get("value"), bar?.get("max")]).toEqual(["1", "3"]);
  });

  it("names the step", () => {
    const { text } = render(frame);
    expect(text).toContain("Create Your Account");
    expect(text).toContain("Step 1 of 3");
  });

  it("links to support", () => {
    expect(render(frame).links).toContainEqual(["Support", "/contact"]);
  });
});

describe("the email onboarding form", () => {
  const form = <EmailForm uid="uid_of_a_test" now={now} daysOff={[]} buyer={null} />;

  it("asks where to send the briefing", () => {
    expect(render(form).contents("h1")).toEqual(["Where should we send it?"]);
  });

  it("offers the five time zones", () => {
    expect(render(form).contents("option")).toEqual([
      "Select a timezone",
      "Eastern Time (ET)",
      "Central Time (CT)",
      "Mountain Time (MT)",
      "Pacific Time (PT)",
      "London (GMT/BST)",
    ]);
  });

  it("has one unchecked checkbox for the terms", () => {
    const { contents, named } = render(form);
    const boxes = named("input").filter((input) => input.get("type") === "checkbox");
    expect(boxes).toHaveLength(1);
    expect(boxes[0]?.has("checked")).toBe(false);
    expect(contents("label")).toContain("I agree to the Terms of Service and Privacy Policy");
  });

  it("links to the terms, the privacy policy, and support", () => {
    expect(render(form).links).toEqual(
      expect.arrayContaining([
        ["Terms of Service", "/terms"],
        ["Privacy Policy", "/privacy"],
        ["Contact support", "/contact"],
      ]),
    );
  });

  it("has a Continue button", () => {
    expect(render(form).contents("button")).toEqual(["Continue"]);
  });
});

describe("the first briefing slip", () => {
  it("names the day, the sender, and the price", () => {
    const slip = <FirstBriefingSlip now={now} daysOff={[]} timezone="Europe/London" buyer={null} />;
    const { text } = render(slip);
    expect(text).toContain("Monday by 8:00 AM");
    expect(text).toContain("Date Nov 23, 2026");
    expect(text).toContain("Timezone London (GMT/BST)");
    expect(text).toContain("Delivered by Email");
    expect(text).toContain("Price Free for 7 days");
  });

  it("names the first charge once the purchase is known", () => {
    const firstChargeAt = new Date("2026-11-29T03:00:00Z");
    const buyer = { email: "ada@example.com", price: annualPrice, firstChargeAt };
    const slip = (
      <FirstBriefingSlip now={now} daysOff={[]} timezone="America/New_York" buyer={buyer} />
    );
    expect(render(slip).text).toContain("Price Free until Nov 28, 2026, then $40 per year");
  });

  it("asks for a time zone until there is one", () => {
    const { text } = render(
      <FirstBriefingSlip now={now} daysOff={[]} timezone={null} buyer={null} />,
    );
    expect(text).toContain("The next weekday by 8:00 AM");
    expect(text).toContain("Date Choose a timezone");
  });
});

describe("the failure alert", () => {
  it("advises a buyer whose account isn't found to contact support", () => {
    const { text, links } = render(<FailureAlert failure={{ kind: "account-not-found" }} />);
    expect(text).toContain("We couldn’t find your account");
    expect(text).toContain("Please use the email you used at checkout, or contact support.");
    expect(links).toEqual([["contact support", "/contact"]]);
  });

  it("asks for another email if this one has an active subscription", () => {
    const { text } = render(<FailureAlert failure={{ kind: "duplicate-email" }} />);
    expect(text).toContain("Email already has an active subscription");
    expect(text).toContain(
      "This email has an active or trialing subscription. Please choose another email address.",
    );
  });

  it.each(["contact us", "Contact us"])("links “%s” in a message", (words) => {
    const message = `This email is already registered. Please use another email, or ${words}.`;
    const { text, links } = render(<FailureAlert failure={{ kind: "message", message }} />);
    expect(text.trim()).toBe(message);
    expect(links).toEqual([[words, "/contact"]]);
  });
});

describe("the success screen", () => {
  const welcome = { record, now, daysOff: [], texted: ["US", "GB"] };

  it("shows the saved email and time zone", () => {
    expect(render(<Welcome {...welcome} />).contents("dd")).toEqual([
      "alex@sample.example",
      "London (GMT/BST)",
    ]);
  });

  it("shows a dash for what is missing", () => {
    const empty = { ...record, email: null, timezone: null, phoneNumber: null };
    expect(render(<Welcome {...welcome} record={empty} />).contents("dd")).toEqual(["—", "—"]);
  });

  it("names the day of the first briefing", () => {
    const { text } = render(<Welcome {...welcome} />);
    expect(text).toContain(
      "Check your inbox for a welcome email. Your first briefing arrives Monday, November 23.",
    );
  });

  it.each([
    ["the success screen", <Welcome key="w" {...welcome} />],
    ["the consent screen", <ConsentForm key="f" record={record} now={now} daysOff={[]} />],
    ["the confirmation screen", <Confirmation key="c" record={record} now={now} daysOff={[]} />],
  ])(
    "%s says when the briefing comes; only the first one has the trial's terms",
    (name, screen) => {
      const trial =
        "Your free trial ends Nov 27, 2026. After that, it’s $40 per year unless you cancel before then.";
      expect(render(screen).text.includes(trial)).toBe(name === "the success screen");
      expect(render(screen).text).toContain("arrives Monday, November 23.");
    },
  );

  it("offers texts before the other ways on", () => {
    const { text } = render(<Welcome {...welcome} />);
    expect(text.indexOf("Get it by text as well")).toBeLessThan(text.indexOf("Manage Preferences"));
  });

  it("says nothing about a trial that leads to no charge", () => {
    const { text } = render(<Welcome {...welcome} record={{ ...record, firstCharge: null }} />);
    expect(text).not.toContain("free trial");
  });

  it("links to the account and to support", () => {
    expect(render(<Welcome {...welcome} />).links).toEqual([
      ["Manage Preferences", "/account"],
      ["Read the latest briefing", "/read"],
      ["Contact support", "/contact"],
    ]);
  });

  it("offers texts", () => {
    const { contents, text } = render(<Welcome {...welcome} />);
    expect(contents("h2")).toEqual(["Get it by text as well"]);
    expect(text).toContain("You’ll confirm on the next page. Stop anytime.");
    expect(contents("option")).toEqual(["United States (+1)", "United Kingdom (+44)"]);
  });
});

describe("the error screen", () => {
  it("says what went wrong, visibly, and links home", () => {
    const { contents, links, named } = render(<RecordFailed />);
    expect(contents("h1")).toEqual(["Error"]);
    expect(contents("p")).toEqual(["Error: There was a problem retrieving your information."]);
    expect(named("span")).toEqual([]);
    expect(links).toContainEqual(["Go Back", "/"]);
  });
});

describe("the consent screen", () => {
  it("shows the number and one unchecked checkbox with the consent", () => {
    const { contents, named, text } = render(
      <ConsentForm record={record} now={now} daysOff={[]} />,
    );
    expect(contents("h1")).toEqual(["Thanks for creating your account"]);
    expect(text).toContain("We’ll text +44 7400 123456. Change it");
    expect(contents("label")).toEqual([
      "I agree to receive Threeline texts: 1 message per day, message and data rates may apply, reply STOP to cancel.",
    ]);
    const inputs = named("input");
    expect(inputs.map((input) => [input.get("type"), input.has("checked")])).toEqual([
      ["checkbox", false],
    ]);
  });

  it("links back for a missing number", () => {
    const { links, text } = render(
      <ConsentForm record={{ ...record, phoneNumber: null }} now={now} daysOff={[]} />,
    );
    expect(text).toContain("We need your phone number first. Enter your phone number");
    expect(links).toContainEqual(["Enter your phone number", "/onboarding-success/7"]);
  });
});

describe("the confirmation screen", () => {
  it("says where the text went and when the first briefing arrives", () => {
    const { contents, text } = render(<Confirmation record={record} now={now} daysOff={[]} />);
    expect(contents("h1")).toEqual(["Check your phone"]);
    expect(text).toContain("We sent a confirmation text to +44 7400 123456");
    expect(text).toContain("Your daily updates start tomorrow.");
    expect(text).toContain("so your first one arrives Monday, November 23.");
  });

  it.each([
    ["sending", "Check your phone", "We’re still sending a confirmation text to"],
    ["unconfirmed", "Check your phone", "We couldn’t confirm that a text was sent to"],
    ["failed", "Your text wasn’t sent", "We couldn’t send a confirmation text to"],
    ["limited", "Your text wasn’t sent", "Too many texts were requested, so we didn’t send one to"],
  ] as const)("says that the text is %s, and offers another one", (state, title, sentence) => {
    const { contents, text } = render(
      <Confirmation record={{ ...record, confirmationText: state }} now={now} daysOff={[]} />,
    );
    expect(contents("h1")).toEqual([title]);
    expect(text).toContain(`${sentence} +44 7400 123456`);
    expect(text).toContain("Your daily updates start tomorrow.");
    expect(contents("button")).toEqual(["Resend Text"]);
    expect(text).not.toContain("We sent");
  });

  it.each([
    [
      "opted_out",
      "Your text wasn’t sent",
      "This number unsubscribed from our texts:",
      ["Resend Text"],
    ],
    ["refused", "Your text wasn’t sent", "This number can’t receive our texts:", []],
    [
      "unsupported_country",
      "Your text wasn’t sent",
      "We don’t send texts to this number’s country:",
      [],
    ],
    [
      "not_requested",
      "We haven’t texted you yet",
      "Before we can text you, we need your consent for",
      [],
    ],
  ] as const)(
    "promises no daily texts to a number that is %s",
    (state, title, sentence, buttons) => {
      const { contents, text } = render(
        <Confirmation record={{ ...record, confirmationText: state }} now={now} daysOff={[]} />,
      );
      expect(contents("h1")).toEqual([title]);
      expect(text).toContain(`${sentence} +44 7400 123456`);
      expect(text).not.toMatch(/We sent|start tomorrow|first one arrives/);
      expect(contents("button")).toEqual(buttons);
    },
  );

  it("links to the consent while it's missing", () => {
    const { links } = render(
      <Confirmation
        record={{ ...record, confirmationText: "not_requested" }}
        now={now}
        daysOff={[]}
      />,
    );
    expect(links).toContainEqual(["Agree to texts", "/onboarding-2/7"]);
  });

  it("links to the account", () => {
    expect(render(<Confirmation record={record} now={now} daysOff={[]} />).links).toContainEqual([
      "your account",
      "/account",
    ]);
  });

  it("links back for a missing number", () => {
    const { contents, links } = render(
      <Confirmation record={{ ...record, phoneNumber: null }} now={now} daysOff={[]} />,
    );
    expect(contents("h1")).toEqual(["We need your phone number first."]);
    expect(links).toContainEqual(["Enter your phone number", "/onboarding-success/7"]);
  });
});

describe("a second free trial that isn't served", () => {
  const props = {
    firstBriefing: "Your first briefing arrives Monday, November 23.",
    onStarted: () => undefined,
    isContinuing: false,
  };
  const offer = {
    subscriptionId: "sub_1",
    amount: 500,
    currency: "USD",
    interval: "month",
    isTaxAdded: false,
    isDiscounted: false,
  } as const;

  it("says so, and what starting now costs", () => {
    const { text, contents, links } = render(<TrialUsed {...props} offer={offer} />);
    expect(contents("h1")).toEqual(["You’ve already used your free trial"]);
    expect(text).toContain("We ended this one, and you won’t be charged.");
    expect(text).toContain(
      "You can start now without a trial. Your first briefing arrives Monday, November 23.",
    );
    expect(contents("button")).toEqual(["Start now for $5 per month"]);
    expect(text).toContain("Your card is charged today, plus any tax. Cancel anytime.");
    expect(links).toContainEqual(["Contact support", "/contact"]);
  });

  it("links to the plans once it can't be started anymore", () => {
    const { text, contents, links } = render(<TrialUsed {...props} offer={null} />);
    expect(contents("button")).toEqual([]);
    expect(text).toContain("To get the briefing, choose a plan or contact us.");
    expect(links).toContainEqual(["See plans", "/pricing"]);
  });

  it("replaces the free days in the first briefing's facts", () => {
    const slip = (
      <FirstBriefingSlip
        now={now}
        daysOff={[]}
        timezone={null}
        buyer={null}
        usedTrial={{ offer }}
      />
    );
    expect(render(slip).text).toContain("Price $5 per month, from today");
  });
});

describe("the page that confirms an existing subscriber's address", () => {
  const props = {
    email: "alex@sample.example",
    timezone: "America/Denver",
    phoneEnding: "3456",
    action: "/api/confirm-email/MTc.abc",
    refusal: null,
    isOwnBrowser: false,
  };

  it("asks before it changes anything, and shows what would be saved", () => {
    const { text, named, contents } = render(<ConfirmAddress {...props} />);
    expect(contents("h1")).toEqual(["Is this your address?"]);
    expect(text).toContain("Someone subscribed to Threeline and entered alex@sample.example.");
    expect(text).toContain("Timezone Mountain Time (MT)");
    expect(text).toContain("Texts to the number ending in 3456");
    expect(text).not.toContain("7400");
    expect(named("form").map((form) => [form.get("method"), form.get("action")])).toEqual([
      ["post", props.action],
    ]);
    expect(contents("button")).toEqual(["Confirm"]);
  });

  it.each([
    ["subscribed", "Your account has a subscription already"],
    ["sending", "Today’s briefing is on its way right now."],
    ["trial", "You’ve already used your free trial."],
  ] as const)("says why it can't be confirmed: %s", (refusal, reason) => {
    const { text } = render(<ConfirmAddress {...props} phoneEnding={null} refusal={refusal} />);
    expect(text).toContain(reason);
    expect(text).not.toContain("Texts to");
  });

  it.each([
    ["confirmed", "You’re all set"],
    ["expired", "This link has expired"],
    ["invalid", "This link isn’t valid"],
  ] as const)("says when the link is %s", (state, title) => {
    const { contents, links } = render(<ConfirmationMessage state={state} />);
    expect(contents("h1")).toEqual([title]);
    expect(links).toContainEqual(["Log in to your account", "/account"]);
  });
});
