import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { dailyMessageSchema } from "../contracts/daily-messages";
import { adminJson } from "./admin";

/** Every daily message, newest first. */
export function dailyMessages() {
  return queryOptions({
    queryKey: ["daily-messages"],
    queryFn: ({ signal }) =>
      adminJson("/api/daily-messages", z.array(dailyMessageSchema), { signal }),
  });
}
