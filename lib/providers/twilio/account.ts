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
    return found.map(({ smsUrl, smsApplicationSid }) =>
      // An application's URL replaces the number's own.
      smsApplicationSid || !smsUrl ? null : smsUrl,
    );
  }

  async function readNumber(): Promise<SmsSenderSetup> {
    const replyUrls = await findNumbers(settings.from);
    // A number says nothing about its country. The ones that matter here start with +1.
    const country = settings.from.startsWith("+1") ? "US" : "";
    const senders = replyUrls.map(() => toSender(settings.from, country));
    return { senders, replyUrls, isRegistered: null };
  }

  async function readService(sid: string): Promise<SmsSenderSetup> {
    const service = client.messaging.v1.services(sid);
    const [setup, numbers, shortCodes] = await Promise.all([
      service.fetch(),
      service.phoneNumbers.list({ limit: 400 }),
      service.shortCodes.list({ limit: 100 }),
    ]);
    const replyUrls = setup.useInboundWebhookOnNumber
      ? await Promise.all(numbers.map(({ phoneNumber }) => findNumbers(phoneNumber)))
      : [[setup.inboundRequestUrl || null]];
    return {
      senders: [
        ...numbers.map(({ phoneNumber, countryCode }) => toSender(phoneNumber, countryCode)),
        ...shortCodes.map(({ shortCode, countryCode }): SmsSender => {
          return { number: shortCode, kind: "short_code", country: countryCode };
        }),
      ],
      replyUrls: replyUrls.flat(),
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
