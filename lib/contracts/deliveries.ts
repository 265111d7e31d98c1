import { z } from "zod";
import { channels } from "./primitives";
import { deliveryHistoryMessages } from "../messages/deliveries";

/** Body of `POST /api/user/deliveries/resend`. */
export const resendSchema = z.object({
  channel: z.enum(channels, { error: deliveryHistoryMessages.channelInvalid }),
});

const deliverySchema = z.object({
  /** `sent` is well, `waiting` not over, `held` a matter of the reader's, `failed` of somebody else's. */
  outcome: z.enum(["sent", "waiting", "held", "failed"]),
  /** Such as `Sent`. */
  words: z.string(),
  /** When it left or was finalized, as `8:00`, in the zone that it was planned for. */
  time: z.string().nullable(),
  /** Follows the words after a colon, such as `you replied STOP`. */
  reason: z.string().nullable(),
});

/** What became of one day's briefing on one channel. */
export type DeliveryView = z.infer<typeof deliverySchema>;

/** What `GET /api/user/deliveries` answers. */
export const deliveriesSchema = z.object({
  /** The days of the last 14 of which there is something to say, newest first. */
  days: z.array(
    z.object({
      /** `YYYY-MM-DD` */
      localDate: z.string(),
      email: deliverySchema.nullable(),
      sms: deliverySchema.nullable(),
      /** Stands in place of both, such as `No briefing that day`. */
      note: z.string().nullable(),
    }),
  ),
  /** The next morning on which a briefing is due, `YYYY-MM-DD`; null when none is. */
  nextDate: z.string().nullable(),
  /** The channels on which today's may be sent again at this moment. */
  resendable: z.array(z.enum(channels)),
});

/** A subscriber's own deliveries. */
export type DeliveriesView = z.infer<typeof deliveriesSchema>;
