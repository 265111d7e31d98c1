import type { FastifyInstance } from "fastify";
import type { SandboxParts } from "../parts";
import { answerRefusals } from "../provider-refusal";
import { requireCredentials, twilioFailure, twilioRefusal } from "./failure";

type Query = Record<string, string | undefined>;

const madeAt = "Thu, 01 Jan 2026 00:00:00 +0000";
const numberSid = `PN${"0".repeat(32)}`;
const api = "/2010-04-01/Accounts/:sid";

/**
 * Endpoints that show how our account is set up, from three of Twilio's hosts: api.twilio.com,
 * messaging.twilio.com, and accounts.twilio.com.
 */
export function addTwilioAccountRoutes(app: FastifyInstance, parts: SandboxParts): void {
  const { credentials, setup, siteUrl } = parts;
  const { accountSid, from, messagingServiceSid } = credentials.twilio;
  const replyUrl = () => {
    const { twilioReplyUrl = `${siteUrl}/api/webhooks/twilio/inbound` } = setup.read();
    return twilioReplyUrl ?? "";
  };
  const fallbackUrl = () => {
    const { twilioFallbackUrl = `${siteUrl}/api/webhooks/twilio/inbound` } = setup.read();
    return twilioFallbackUrl ?? "";
  };

  app.addHook("onRequest", async (request) => requireCredentials(request, parts));
  answerRefusals(app, twilioFailure);

  app.get(`${api}.json`, async () => ({
    sid: accountSid,
    owner_account_sid: accountSid,
    friendly_name: "Sandbox",
    status: "active",
    type: setup.read().twilioAccountType ?? "Full",
    auth_token: credentials.twilio.authToken,
    date_created: madeAt,
    date_updated: madeAt,
    subresource_uris: {},
    uri: `/2010-04-01/Accounts/${accountSid}.json`,
  }));

  app.get<{ Querystring: Query }>(`${api}/IncomingPhoneNumbers.json`, async (request) => {
    const wanted = request.query["PhoneNumber"];
    const uri = `/2010-04-01/Accounts/${accountSid}/IncomingPhoneNumbers`;
    return {
      start: 0,
      end: 0,
      page: 0,
      page_size: 50,
      first_page_uri: `${uri}.json?PageSize=50&Page=0`,
      next_page_uri: null,
      previous_page_uri: null,
      uri: `${uri}.json?PageSize=50&Page=0`,
      incoming_phone_numbers:
        wanted === undefined || wanted === from
          ? [
              {
                sid: numberSid,
                account_sid: accountSid,
                phone_number: from,
                friendly_name: from,
                capabilities: { voice: true, sms: true, mms: true, fax: false },
                sms_url: replyUrl(),
                sms_method: "POST",
                sms_fallback_url: fallbackUrl(),
                sms_fallback_method: "POST",
                sms_application_sid: "",
                status: "in-use",
                date_created: madeAt,
                date_updated: madeAt,
                uri: `${uri}/${numberSid}.json`,
              },
            ]
          : [],
    };
  });

  const service = "/v1/Services/:sid";
  const requireService = (sid: string) => {
    if (sid === messagingServiceSid) return;
    throw twilioRefusal(404, 20_404, `The requested resource /Services/${sid} was not found`);
  };

  app.get<{ Params: { sid: string } }>(service, async ({ params: { sid } }) => {
    requireService(sid);
    return {
      sid,
      account_sid: accountSid,
      friendly_name: "Sandbox",
      inbound_request_url: replyUrl(),
      inbound_method: "POST",
      fallback_url: fallbackUrl(),
      fallback_method: "POST",
      status_callback: null,
      use_inbound_webhook_on_number: false,
      us_app_to_person_registered: true,
      usecase: "undeclared",
      date_created: madeAt,
      date_updated: madeAt,
      url: `https://messaging.twilio.com/v1/Services/${sid}`,
      links: {},
    };
  });

  app.get<{ Params: { sid: string } }>(`${service}/PhoneNumbers`, async ({ params: { sid } }) => {
    requireService(sid);
    const number = {
      sid: numberSid,
      account_sid: accountSid,
      service_sid: sid,
      phone_number: from,
      country_code: "US",
      capabilities: ["SMS", "MMS", "Voice"],
      date_created: madeAt,
      date_updated: madeAt,
      url: `https://messaging.twilio.com/v1/Services/${sid}/PhoneNumbers/${numberSid}`,
    };
    return pageOf(`Services/${sid}/PhoneNumbers`, "phone_numbers", [number]);
  });

  app.get<{ Params: { sid: string } }>(`${service}/ShortCodes`, async ({ params: { sid } }) => {
    requireService(sid);
    return pageOf(`Services/${sid}/ShortCodes`, "short_codes", []);
  });

  app.get<{ Querystring: Query }>("/v1/Messaging/GeoPermissions", async (request) => {
    const allowed = setup.read().twilioCountries ?? ["US", "CA", "GB"];
    const wanted = request.query["CountryCode"];
    const countries = wanted === undefined ? allowed : [wanted];
    return {
      permissions: countries.map((country) => ({
        country_code: country,
        type: "country",
        enabled: allowed.includes(country),
      })),
    };
  });
}

/** A list in the format of Twilio's newer APIs, with all entries on one page. */
function pageOf(path: string, key: string, entries: readonly unknown[]) {
  const url = `https://messaging.twilio.com/v1/${path}?PageSize=50&Page=0`;
  return {
    [key]: entries,
    meta: {
      page: 0,
      page_size: 50,
      first_page_url: url,
      previous_page_url: null,
      url,
      next_page_url: null,
      key,
    },
  };
}
