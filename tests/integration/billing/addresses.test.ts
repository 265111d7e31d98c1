import { expect, test } from "vitest";
import { magicLinkSchema } from "@/lib/contracts/account";
import { subscriberQuerySchema } from "@/lib/contracts/admin/subscribers";
import { listSubscribers } from "@/lib/domain/subscribers/list/list";
import { listAttention } from "@/lib/domain/today/attention";
import { useForFile } from "@/tests/support/use-for-file";
import { startBilling, type Ids } from "./harness";

const billing = useForFile(startBilling);

let counter = 0;

async function buy(email: string): Promise<Ids & { uid: string }> {
  const uid = `uid_address_${(counter += 1)}`;
  return { ...(await billing.buy({ uid, email })), uid };
}

const subscriberOf = (paddleSubscriptionId: string) =>
  billing.ctx.db.subscription
    .findUniqueOrThrow({ where: { paddleSubscriptionId }, include: { subscriber: true } })
    .then(({ subscriber }) => subscriber);

const correct = ({ customerId }: Ids, email: string) =>
  billing.control("POST", `/sandbox/paddle/customers/${customerId}`, { email });

const alerts = (keyPrefix: string) =>
  billing.ctx.db.operatorAlert.findMany({ where: { key: { startsWith: keyPrefix } } });

test.each([
  ["müller@example.de", "müller@example.de"],
  ["a!b@example.com", "a!b@example.com"],
  ["a/b=c@example.com", "a/b=c@example.com"],
  ["u@bücher.example", "u@xn--bcher-kva.example"],
  ["u@example.xn--p1ai", "u@example.xn--p1ai"],
  // Nothing that anybody could enter here, but they paid.
  ["a,b@example.com", "a,b@example.com"],
])("a buyer who pays as %s is a subscriber, who can log in as that", async (given, stored) => {
  const { subscriptionId } = await buy(given);
  expect(await subscriberOf(subscriptionId)).toMatchObject({ email: stored, paymentEmail: stored });
  if (given.includes(",")) return;
  expect(magicLinkSchema.parse({ email: given })).toEqual({ email: stored });
  const { rows } = await listSubscribers(billing.ctx, subscriberQuerySchema.parse({ q: given }));
  expect(rows.map(({ email }) => email)).toEqual([stored]);
});

test("the operator hears of an address that can't be sent to", async () => {
  const { customerId } = await buy("jürgen@example.de");
  const [alert] = await alerts(`unsendable:${customerId}`);
  expect(alert?.body).toContain(customerId);
});

test("the operator hears at once of a payment event that can't be read, and what it was", async () => {
  const id = "evt_without_address";
  const event = {
    event_id: id,
    event_type: "customer.created",
    occurred_at: "2026-11-20T12:00:00Z",
    data: { id: "ctm_without_address" },
  };
  await billing.control("POST", "/sandbox/paddle/webhooks", { event, repeat: 2 });
  const [alert, ...others] = await alerts(`payment-event:${id}`);
  expect(others).toEqual([]);
  expect(alert?.body).toContain("ctm_without_address");
  const items = await listAttention(billing.ctx, []);
  expect(items.filter(({ kind }) => kind === "payment_event")).toEqual([
    expect.objectContaining({ title: expect.stringContaining("customer.created") }),
  ]);
});

test.each([
  ["just now, which Paddle repeats", "2026-11-20T11:55:00Z", 0],
  ["for longer", "2026-11-20T11:30:00Z", 1],
])("an event that couldn't be applied %s", async (_when, occurredAt, reported) => {
  const id = `evt_unapplied_${reported}`;
  await billing.ctx.db.$executeRaw`
    ALTER TABLE paddle_customers ADD CONSTRAINT refused CHECK (id NOT LIKE 'ctm_refused%') NOT VALID`;
  const event = {
    event_id: id,
    event_type: "customer.created",
    occurred_at: occurredAt,
    data: { id: "ctm_refused", email: "refused@example.com" },
  };
  expect(await billing.control("POST", "/sandbox/paddle/webhooks", { event })).toMatchObject({
    statuses: [500],
  });
  await billing.ctx.db.$executeRaw`ALTER TABLE paddle_customers DROP CONSTRAINT refused`;
  expect(await alerts(`payment-event:${id}`)).toHaveLength(reported);
});

test.each(["customer.imported", "subscription.imported"])("%s counts as created", async () => {
  const email = `imported${(counter += 1)}@example.com`;
  const { subscriptionId } = await billing.buy({ uid: `uid_${email}`, email, isImported: true });
  expect(await subscriberOf(subscriptionId)).toMatchObject({ email });
});

test("a corrected address reaches the person until their sign-up is finished", async () => {
  const purchase = await buy("jane@exmaple.test");
  const { id } = (await subscriberOf(purchase.subscriptionId)) ?? { id: 0 };
  const { db } = billing.ctx;
  await db.session.create({
    data: {
      id: "7d3c8f5e-2b1a-4c9d-8e6f-0a1b2c3d4e5f",
      kind: "subscriber",
      subscriberId: id,
      lastSeenAt: billing.ctx.clock.now(),
      expiresAt: new Date("2027-01-01T00:00:00Z"),
    },
  });
  await correct(purchase, "jane@example.test");
  expect(await subscriberOf(purchase.subscriptionId)).toMatchObject({
    id,
    email: "jane@example.test",
    paymentEmail: "jane@example.test",
  });
  expect(
    await db.session.findUnique({ where: { id: "7d3c8f5e-2b1a-4c9d-8e6f-0a1b2c3d4e5f" } }),
  ).toMatchObject({
    revokedAt: expect.any(Date),
  });
  await db.onboardingRecord.update({
    where: { uid: purchase.uid },
    data: { completedAt: billing.ctx.clock.now() },
  });
  await correct(purchase, "jane@work.test");
  expect(await subscriberOf(purchase.subscriptionId)).toMatchObject({
    email: "jane@example.test",
    paymentEmail: "jane@work.test",
  });
});

test("a corrected address that somebody else has moves nobody", async () => {
  await buy("taken@example.test");
  const purchase = await buy("taken@exmaple.test");
  await correct(purchase, "taken@example.test");
  expect(await subscriberOf(purchase.subscriptionId)).toMatchObject({
    email: "taken@exmaple.test",
    paymentEmail: "taken@example.test",
  });
});
