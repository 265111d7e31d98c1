import type { SmsAccount, SmsSender, SmsSenderSetup } from "@/lib/domain/ports/provider-accounts";
import twilio from "twilio";
import { z } from "zod";

export type TwilioAccountSettings = {
  accountSid: string;
  authToken: string;
  /** Base URL of the sandbox; undefined means Twilio itself. */
  apiUrl: string | undefined;
  /** E.164; used without a messaging service. */
  from: string;
  messagingServiceSid: string | undefined;
};

const timeoutMs = 10_000;

// The SDK types these as `any`.
const permissionsSchema = z.array(z.object({ country_code: z.string(), enabled: z.boolean() }));

/** North American area codes for which the recipient isn't charged. */
const tollFree = /^\+1(?:800|833|844|855|866|877|888)/;

function toSender(number: string, country: string): SmsSender {
  return { number, country, kind: tollFree.test(number) ? "toll_free" : "long_code" };
}

function urlsOf(targets: readonly { reply: string | null; fallback: string | null }[]) {
  return {
    replyUrls: targets.map(({ reply }) => reply),
    fallbackUrls: targets.map(({ fallback }) => fallback),
  };
}

/** Reads how our account at Twilio is set up (https://www.twilio.com/docs/messaging/api). */
export function createTwilioAccount(settings: TwilioAccountSettings): SmsAccount {
  const client = twilio(settings.accountSid, settings.authToken, {
    httpClient: new twilio.RequestClient({ timeout: timeoutMs }),
  });
  const { apiUrl } = settings;
  if (apiUrl !== undefined) {
    for (const domain of [client.api, client.messaging, client.accounts]) domain.baseUrl = apiUrl;
  }

  async function findNumbers(phoneNumber: string) {
    const found = await client.incomingPhoneNumbers.list({ phoneNumber, limit: 1 });
    return found.map(({ smsUrl, smsFallbackUrl, smsApplicationSid }) =>
      // An application's URLs replace the number's own.
      smsApplicationSid
        ? { reply: null, fallback: null }
        : { reply: smsUrl || null, fallback: smsFallbackUrl || null },
    );
  }

  async function readNumber(): Promise<SmsSenderSetup> {
    const numbers = await findNumbers(settings.from);
    // Twilio doesn't give a number's country. The ones that matter here start with +1.
    const country = settings.from.startsWith("+1") ? "US" : "";
    const senders = numbers.map(() => toSender(settings.from, country));
    return { senders, ...urlsOf(numbers), isRegistered: null };
  }

  async function readService(sid: string): Promise<SmsSenderSetup> {
    const service = client.messaging.v1.services(sid);
    const [setup, numbers, shortCodes] = await Promise.all([
      service.fetch(),
      service.phoneNumbers.list({ limit: 400 }),
      service.shortCodes.list({ limit: 100 }),
    ]);
    const targets = setup.useInboundWebhookOnNumber
      ? await Promise.all(numbers.map(({ phoneNumber }) => findNumbers(phoneNumber)))
      : [[{ reply: setup.inboundRequestUrl || null, fallback: setup.fallbackUrl || null }]];
    return {
      senders: [
        ...numbers.map(({ phoneNumber, countryCode }) => toSender(phoneNumber, countryCode)),
        ...shortCodes.map(({ shortCode, countryCode }): SmsSender => {
          return { number: shortCode, kind: "short_code", country: countryCode };
        }),
      ],
      ...urlsOf(targets.flat()),
      isRegistered: setup.usAppToPersonRegistered,
    };
  }

  return {
    async readAccount() {
      const { status, type } = await client.api.v2010.accounts(settings.accountSid).fetch();
      return { isActive: status === "active", isTrial: type === "Trial" };
    },
    readSenders: () =>
      settings.messagingServiceSid === undefined
        ? readNumber()
        : readService(settings.messagingServiceSid),
    // Message Redaction empties bodies and replaces the last four digits with XXXX
    // (https://www.twilio.com/docs/messaging/guides/privacy-message-redaction).
    async isRedacting() {
      const newest = await client.messages.list({ limit: 50 });
      const sent = newest.filter(({ direction }) => direction !== "inbound");
      if (sent.length === 0) return null;
      return sent.some(({ body, to }) => body === "" || !/^\+?\d+$/.test(to));
    },

    async listAllowedCountries(countries) {
      const { messagingGeopermissions } = client.accounts.v1;
      const answers = await Promise.all(
        countries.map((countryCode) => messagingGeopermissions.fetch({ countryCode })),
      );
      const found = answers.flatMap(({ permissions }) => permissionsSchema.parse(permissions));
      return found.filter(({ enabled }) => enabled).map((each) => each.country_code);
    },
  };
}
