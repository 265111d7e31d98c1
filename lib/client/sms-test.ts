import { adminRequest } from "./admin";
import { request } from "./fetcher";
import { smsTestEndpoint } from "@/lib/contracts/sms-test";

/**
 * Sends a test text; waits for a login when the session has ended.
 *
 * @param phoneNumber digits with their country code, with or without a plus
 * @throws FetchError
 */
export async function sendTestText(phoneNumber: string): Promise<void> {
  await adminRequest(smsTestEndpoint, { method: "POST", body: { phoneNumber } });
}

/**
 * Asks for a test text from a page that everybody can open: without a session it fails.
 *
 * @param phoneNumber with a leading plus
 * @returns the answer as it came
 * @throws FetchError
 */
export async function requestTestText(phoneNumber: string): Promise<unknown> {
  const response = await request(smsTestEndpoint, { method: "POST", body: { phoneNumber } });
  return response.json();
}
