import { expect, test } from "vitest";
import { readPostmarkEvent } from "./webhook";

const report = (notice: string) =>
  readPostmarkEvent({
    headers: new Headers({ "x-pm-webhook-trace-id": "trace-1" }),
    body: JSON.stringify({
      RecordType: "Delivery",
      MessageID: "message-1",
      Recipient: "ada@example.com",
      DeliveredAt: "2026-11-20T12:00:00Z",
      Metadata: { notice },
    }),
  });

test("a report about the last email to a deleted account is stored without its address", () => {
  const { payload, event } = report("account_deleted");
  expect(payload).toEqual({ RecordType: "Delivery", MessageID: "message-1" });
  expect(event?.address).toBe("ada@example.com");
  expect(report("welcome").payload).toMatchObject({ Recipient: "ada@example.com" });
});
