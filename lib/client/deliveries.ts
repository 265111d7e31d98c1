import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import type { Channel } from "../contracts/channels";
import { deliveriesSchema } from "../contracts/deliveries";
import { getJson, request } from "./fetcher";

const messageSchema = z.object({ message: z.string() });

/**
 * One's own deliveries of the last 14 days.
 *
 * @param standing what they depend on: another standing is asked about anew
 */
export function ownDeliveries(standing: readonly unknown[]) {
  return queryOptions({
    queryKey: ["deliveries", ...standing],
    queryFn: ({ signal }) => getJson("/api/user/deliveries", deliveriesSchema, signal),
  });
}

/**
 * Has today's briefing sent again.
 *
 * @returns what to tell the person
 * @throws FetchError
 */
export async function resendTodays(channel: Channel): Promise<string> {
  const response = await request("/api/user/deliveries/resend", {
    method: "POST",
    body: { channel },
  });
  return messageSchema.parse(await response.json()).message;
}
