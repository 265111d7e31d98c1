import { adminRequest } from "./admin";
import { request } from "./fetcher";
import { smsTestEndpoint } from "@/lib/contracts/sms-test";

/**
 * Sends a test text, through `adminRequest`.
 *
 * @param phoneNumber digits with the country code, with or without a plus
 * @throws FetchError
 */
export async function sendTestText(phoneNumber: string): Promise<void> {
  await adminRequest(smsTestEndpoint, { method: "POST", body: { phoneNumber } });
}

/**
 * Sends a test text from a page that needs no login; fails without an administrator session.
 *
 * @param phoneNumber with a leading plus
 * @returns the raw answer
 * @throws FetchError
 */
export async function requestTestText(phoneNumber: string): Promise<unknown> {
  const response = await request(smsTestEndpoint, { method: "POST", body: { phoneNumber } });
  return response.json();
}
