import type { SmsSender } from "@/lib/domain/ports/provider-accounts";
import { fail, listOf, pass, warn, type Check } from "./check";

const key: Check = {
  name: "Twilio key",
  fix: "Set TWILIO_ACCOUNT_SID and TWILIO_AUTH_TOKEN to the values in the Twilio console under Account Info.",
  async run({ sms }) {
    const { isActive, isTrial } = await sms.readAccount();
    if (!isActive) return fail("the account is suspended or closed", "Contact Twilio’s support.");
    if (isTrial) {
      return fail(
        "a trial account sends only to verified numbers and adds its own words",
        "Upgrade the account in the Twilio console.",
      );
    }
    return pass("accepted");
  },
};

const replies: Check = {
  name: "Twilio replies",
  fix: "In the Twilio console, set the messaging service’s or the number’s URL for incoming messages to {SITE_URL}/api/webhooks/twilio/inbound (POST). Without it, STOP doesn’t reach us.",
  async run({ sms, settings }) {
    const url = `${settings.siteUrl}/api/webhooks/twilio/inbound`;
    const { replyUrls } = await sms.readSenders();
    const other = replyUrls.find((each) => each !== url);
    if (other !== undefined) return fail(`replies go to ${other ?? "nowhere"}, not to ${url}`);
    if (replyUrls.length === 0) return fail("there is no sender that could get replies");
    return pass(url);
  },
};

const fallback: Check = {
  name: "Twilio fallback",
  fix: "In the Twilio console, set the fallback URL for incoming messages to {SITE_URL}/api/webhooks/twilio/inbound, too (POST). Twilio calls each only once, so a STOP that arrives while the site restarts is lost without it.",
  async run({ sms, settings }) {
    const url = `${settings.siteUrl}/api/webhooks/twilio/inbound`;
    const { fallbackUrls } = await sms.readSenders();
    const other = fallbackUrls.find((each) => each !== url);
    return other === undefined ? pass(url) : warn(`it’s ${other ?? "nowhere"}`);
  },
};

/** Segments per second (https://help.twilio.com/articles/115002943027). */
function rateOf({ kind, country }: SmsSender, isRegistered: boolean | null): number {
  if (kind === "short_code") return 100;
  if (kind === "toll_free") return 3;
  if (country !== "US" && country !== "CA") return 10;
  return isRegistered === false ? 1 : 75;
}

const kindNames = {
  long_code: "long code",
  toll_free: "toll-free number",
  short_code: "short code",
};

const sender: Check = {
  name: "Twilio sender",
  fix: "Check TWILIO_FROM or TWILIO_MESSAGING_SERVICE_SID, and that its senders are in the Twilio console.",
  async run({ sms, settings }) {
    const { senders, isRegistered } = await sms.readSenders();
    if (senders.length === 0) return fail("Twilio has no such sender, or the service has none");
    const rate = senders.reduce((sum, each) => sum + rateOf(each, isRegistered), 0);
    const configured = settings.smsSegmentsPerSecond;
    const described = listOf(senders.map((each) => `${kindNames[each.kind]} ${each.number}`));
    if (settings.isSandbox) return pass(`${described}; the sandbox has no limit`);
    const needsRegistration = senders.some(
      ({ kind, country }) => kind === "long_code" && country === "US",
    );
    if (needsRegistration && isRegistered === false) {
      return fail(
        `${described} isn’t registered, so US carriers block its texts`,
        "Register your brand and campaign in the Twilio console under Regulatory Compliance → A2P 10DLC.",
      );
    }
    if (configured > rate) {
      return fail(
        `${described} sends about ${rate} segments a second, but SMS_SEGMENTS_PER_SECOND is ${configured}`,
        `Set SMS_SEGMENTS_PER_SECOND to ${rate}, or ask Twilio for more.`,
      );
    }
    if (needsRegistration && isRegistered === null) {
      return warn(
        `${described}: Twilio doesn’t say whether it’s registered with US carriers`,
        "Send through a messaging service (TWILIO_MESSAGING_SERVICE_SID) that has a registered campaign.",
      );
    }
    return pass(`${described}: about ${rate} segments a second, ${configured} configured`);
  },
};

const countries: Check = {
  name: "Twilio countries",
  fix: "In the Twilio console under Messaging → Settings → Geo permissions, allow the countries in SMS_COUNTRIES.",
  async run({ sms, settings }) {
    const allowed = await sms.listAllowedCountries(settings.smsCountries);
    const blocked = settings.smsCountries.filter((country) => !allowed.includes(country));
    if (blocked.length > 0) return fail(`not allowed: ${listOf(blocked)}`);
    return pass(listOf(settings.smsCountries));
  },
};

const redaction: Check = {
  name: "Twilio redaction",
  fix: "In the Twilio console under Messaging → Settings → General, turn message redaction off for bodies and numbers. Otherwise, an outage can cost people their text.",
  async run({ sms }) {
    const isRedacting = await sms.isRedacting();
    if (isRedacting === null) return pass("not known before the first text");
    if (!isRedacting) return pass("off");
    return fail("Twilio hides texts or numbers, so we can’t tell which ones it has accepted");
  },
};

/** Test credentials can't read anything (https://www.twilio.com/docs/iam/test-credentials). */
function unlessRehearsing(check: Check): Check {
  const notAsked = pass("not asked: test credentials can only send");
  return {
    ...check,
    run: async (ctx) => (ctx.settings.isRehearsal ? notAsked : check.run(ctx)),
  };
}

export const smsChecks: readonly Check[] = [
  key,
  replies,
  fallback,
  sender,
  countries,
  redaction,
].map(unlessRehearsing);
