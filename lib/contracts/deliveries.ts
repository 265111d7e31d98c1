import { z } from "zod";
import { channels } from "./primitives";
import { deliveryHistoryMessages } from "../messages/deliveries";

/** Body of `POST /api/user/deliveries/resend`. */
export const resendSchema = z.object({
  channel: z.enum(channels, { error: deliveryHistoryMessages.channelInvalid }),
});

const deliverySchema = z.object({
  /** `held` means the subscriber's own choice or state prevented it; `failed` means something else did. */
  outcome: z.enum(["sent", "waiting", "held", "failed"]),
  /** Such as `Sent`. */
  label: z.string(),
  /** When it was sent, such as `8:00 AM`, in the time zone it was planned for. */
  time: z.string().nullable(),
  /** Shown after the label and a colon, such as `you replied STOP`. */
  reason: z.string().nullable(),
});

/** What happened to one day's briefing on one channel. */
export type DeliveryView = z.infer<typeof deliverySchema>;

/** Answer of `GET /api/user/deliveries`. */
export const deliveriesSchema = z.object({
  /** Days of the last 14 that had a briefing or should have had one, newest first. */
  days: z.array(
    z.object({
      /** `YYYY-MM-DD` */
      localDate: z.string(),
      email: deliverySchema.nullable(),
      sms: deliverySchema.nullable(),
      /** Shown instead of both channels, such as `No briefing that day`. */
      note: z.string().nullable(),
    }),
  ),
  /** Date of the next briefing, `YYYY-MM-DD`; null if none is scheduled. */
  nextDate: z.string().nullable(),
  /** Channels on which today's briefing can be resent now. */
  resendable: z.array(z.enum(channels)),
});

export type DeliveriesView = z.infer<typeof deliveriesSchema>;
