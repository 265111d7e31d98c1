import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { isTwilioRequest, readInboundText } from "./webhook";

const expected = { authToken: "a token", siteUrl: "https://threeline.test" };
const pathAndQuery = "/api/webhooks/twilio/inbound";

/** A form whose sender signed this text, after the URL. */
function request(body: string, signed: string) {
  const signature = createHmac("sha1", expected.authToken)
    .update(`${expected.siteUrl}${pathAndQuery}${signed}`)
    .digest("base64");
  return { headers: new Headers({ "x-twilio-signature": signature }), pathAndQuery, body };
}

// Repeated names as Twilio's libraries join them: https://github.com/twilio/twilio-node/pull/723 and
// https://github.com/twilio/twilio-python/issues/613
test.each([
  ["in the order of their names", "b=2&a=1", "a1b2"],
  ["with the values of a repeated name sorted", "m=2&a=1&m=1", "a1m1m2"],
  ["with equal values of a repeated name once", "m=2&m=1&m=2", "m1m2"],
  ["decoded", "Body=4+%E2%82%AC%21&To=%2B1", "Body4 €!To+1"],
  ["with empty values", "b=&a", "ab"],
  ["with names that every object inherits", "__proto__=1&toString=2&a=3", "__proto__1a3toString2"],
])("fields are signed %s", (_how, body, signed) => {
  expect(isTwilioRequest(request(body, signed), expected)).toBe(true);
  expect(isTwilioRequest(request(`${body}&more=1`, signed), expected)).toBe(false);
});

test("a repeated name keeps all its values, in their order", () => {
  const body = "MessageSid=SM1&From=%2B14155550123&Tag=b&Tag=a&Tag=b";
  expect(readInboundText(request(body, ""))).toMatchObject({
    eventId: "SM1",
    event: { from: "+14155550123", body: "", handledAs: null },
    payload: { Tag: ["b", "a", "b"] },
  });
});
