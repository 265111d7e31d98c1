// Over 300 lines because what makes each check fail is one table.

import { describe, expect, test } from "vitest";
import type { DoctorContext } from "./check";
import { checks, runChecks } from "./run-checks";

const siteUrl = "https://site.example";
const reply = `${siteUrl}/api/webhooks/twilio/inbound`;
const now = new Date("2026-11-23T12:00:00Z");
const ago = (hours: number) => new Date(now.getTime() - hours * 3_600_000);

/** A backup that was finished some hours ago. */
const backup = (hours: number, name = "database-20261123T090000Z.dump.age") => ({
  name,
  finishedAt: ago(hours),
});

const records: Record<string, string[]> = {
  "mail.site.example": ["google-site-verification=x", "v=spf1 include:spf.mtasv.net ~all"],
  "pm._domainkey.mail.site.example": ["k=rsa; p=MIGf"],
  "_dmarc.site.example": ["v=DMARC1; p=reject"],
};

const mailWebhook = {
  url: `${siteUrl}/api/webhooks/postmark`,
  isActive: true,
  countries: [],
  missingEvents: [],
  hasOurSecret: true,
};

const shortCode = { number: "55555", kind: "short_code", country: "US" } as const;
const longCode = { number: "+14155550100", kind: "long_code", country: "US" } as const;

const monthly = {
  id: "pri_m",
  amount: 500,
  currency: "USD",
  interval: "1 month",
  trial: "7 day",
  isActive: true,
  countries: [],
};

/** A service that is ready to go live. */
const ready: DoctorContext = {
  settings: {
    siteUrl,
    isSandbox: false,
    isRehearsal: false,
    mailDomain: "mail.site.example",
    hasSampleTestimonials: false,
    dkimSelector: "pm",
    smsSegmentsPerSecond: 100,
    smsCountries: ["US", "CA"],
    proxyHops: 1,
    hasBackupKey: true,
  },
  mail: {
    readServer: async () => ({ name: "Main", isDelivering: true }),
    listStreams: async () => [
      { id: "outbound", unsubscribe: "none" },
      { id: "broadcast", unsubscribe: "custom" },
    ],
    listWebhooks: async () => [
      { ...mailWebhook, streamId: "outbound" },
      { ...mailWebhook, streamId: "broadcast" },
    ],
  },
  sms: {
    readAccount: async () => ({ isActive: true, isTrial: false }),
    readSenders: async () => ({
      senders: [shortCode],
      replyUrls: [reply],
      fallbackUrls: [reply],
      isRegistered: true,
    }),
    listAllowedCountries: async () => ["US", "CA", "GB"],
    isRedacting: async () => false,
  },
  payments: {
    readPrice: async (plan) =>
      plan === "monthly" ? monthly : { ...monthly, amount: 4_000, interval: "1 year" },
    listWebhooks: async () => [{ ...mailWebhook, url: `${siteUrl}/api/webhooks/paddle` }],
    listMissingPermissions: async () => [],
    listCheckoutDomains: async () => [{ domain: "site.example", status: "approved" }],
    readPaymentLink: async () => ({ url: `${siteUrl}/pricing` }),
  },
  resolveTxt: async (name) => records[name] ?? [],
  requestStatus: async (method) => (method === "GET" ? 200 : 401),
  readCertificateExpiry: async () => ago(-60 * 24),
  database: {
    encryption: "verified",
    readMissingLimits: async () => [],
    readClock: async () => now,
    readOpenRestore: async () => null,
    isArchiveFailing: async () => null,
    readReplication: async () => ({
      standbys: [{ name: "second", state: "quorum" }],
      isCommitSynchronous: true,
    }),
  },
  readProviderClock: async () => new Date(now.getTime() - 900),
  now: () => now,
  readFreeDisk: async () => 50e9,
  hasImageFile: async () => false,
  readLastBackup: async () => backup(3),
};

type Change = { [Part in keyof DoctorContext]?: Partial<DoctorContext[Part]> };

function withChange(change: Change): DoctorContext {
  const parts = Object.entries(change).map(([part, value]) => {
    const known = Object.entries(ready).find(([name]) => name === part)?.[1];
    return [part, typeof value === "function" ? value : { ...Object(known), ...value }];
  });
  return { ...ready, ...Object.fromEntries(parts) };
}

async function resultOf(name: string, change: Change) {
  const check = checks.find((each) => each.name === name);
  if (!check) throw new Error(`There is no check ${name}.`);
  const [result] = await runChecks(withChange(change), [check]);
  return result;
}

const recordsWith = (change: Record<string, string[]>): Change => ({
  resolveTxt: async (name: string) => ({ ...records, ...change })[name] ?? [],
});

const senders = (
  list: readonly (typeof shortCode | typeof longCode)[],
  isRegistered: boolean | null,
) => ({
  sms: {
    readSenders: async () => ({
      senders: [...list],
      replyUrls: [reply],
      fallbackUrls: [reply],
      isRegistered,
    }),
  },
});

describe("on a service that is ready", () => {
  test("every check passes, in the order of the list, without advice", async () => {
    const results = await runChecks(ready);
    expect(results.map(({ name }) => name)).toEqual(checks.map(({ name }) => name));
    expect(results.filter(({ status, fix }) => status !== "pass" || fix !== null)).toEqual([]);
  });
});

test.each<[string, "fail" | "warn", string, Change]>([
  ["SPF record", "fail", "mail.site.example has none", recordsWith({ "mail.site.example": [] })],
  [
    "SPF record",
    "fail",
    "mail.site.example has 2, so none counts",
    recordsWith({ "mail.site.example": ["v=spf1 ~all", "v=spf1 -all"] }),
  ],
  [
    "SPF record",
    "fail",
    '"v=spf1 +all" lets anyone send',
    recordsWith({ "mail.site.example": ["v=spf1 +all"] }),
  ],
  [
    "SPF record",
    "warn",
    '"v=spf1 mx -all" doesn’t name Postmark',
    recordsWith({ "mail.site.example": ["v=spf1 mx -all"] }),
  ],
  ["DKIM record", "fail", "DKIM_SELECTOR isn’t set", { settings: { dkimSelector: undefined } }],
  [
    "DKIM record",
    "fail",
    "old._domainkey.mail.site.example has no key",
    { settings: { dkimSelector: "old" } },
  ],
  [
    "DKIM record",
    "fail",
    "the key at pm._domainkey.mail.site.example is revoked",
    recordsWith({ "pm._domainkey.mail.site.example": ["v=DKIM1; p="] }),
  ],
  [
    "DMARC record",
    "fail",
    "mail.site.example has none",
    recordsWith({ "_dmarc.site.example": [] }),
  ],
  [
    "DMARC record",
    "fail",
    '"v=DMARC1; pct=5" has no policy',
    recordsWith({ "_dmarc.site.example": ["v=DMARC1; pct=5"] }),
  ],
  [
    "DMARC record",
    "fail",
    "_dmarc.mail.site.example has 2, so none counts",
    recordsWith({ "_dmarc.mail.site.example": ["v=DMARC1; p=none", "v=DMARC1; p=reject"] }),
  ],
  [
    "DMARC record",
    "warn",
    '"v=DMARC1; p=none" only asks for reports',
    recordsWith({ "_dmarc.mail.site.example": ["v=DMARC1; p=none"] }),
  ],
  [
    "Postmark key",
    "fail",
    "the server Main is a sandbox, which delivers nothing",
    { mail: { readServer: async () => ({ name: "Main", isDelivering: false }) } },
  ],
  [
    "Postmark streams",
    "fail",
    "missing: broadcast",
    { mail: { listStreams: async () => [{ id: "outbound", unsubscribe: "none" }] } },
  ],
  [
    "Postmark unsubscribe",
    "fail",
    "Postmark adds its own unsubscribe link to the stream broadcast",
    { mail: { listStreams: async () => [{ id: "broadcast", unsubscribe: "provider" }] } },
  ],
  [
    "Postmark unsubscribe",
    "fail",
    "there is no stream broadcast",
    { mail: { listStreams: async () => [] } },
  ],
  [
    "Postmark webhooks",
    "fail",
    "stream broadcast: nothing calls https://site.example/api/webhooks/postmark",
    { mail: { listWebhooks: async () => [{ ...mailWebhook, streamId: "outbound" }] } },
  ],
  [
    "Postmark webhooks",
    "fail",
    "stream outbound: not sent: Bounce and Delivery",
    {
      mail: {
        listWebhooks: async () => [
          { ...mailWebhook, missingEvents: ["Bounce", "Delivery"], streamId: "outbound" },
        ],
      },
    },
  ],
  [
    "Postmark webhooks",
    "fail",
    "stream outbound: the webhook’s secret differs from our settings",
    {
      mail: {
        listWebhooks: async () => [{ ...mailWebhook, hasOurSecret: false, streamId: "outbound" }],
      },
    },
  ],
  [
    "Twilio key",
    "fail",
    "a trial account sends only to verified numbers and adds its own words",
    { sms: { readAccount: async () => ({ isActive: true, isTrial: true }) } },
  ],
  [
    "Twilio key",
    "fail",
    "the account is suspended or closed",
    { sms: { readAccount: async () => ({ isActive: false, isTrial: false }) } },
  ],
  [
    "Twilio replies",
    "fail",
    `replies go to nowhere, not to ${reply}`,
    {
      sms: {
        readSenders: async () => ({
          senders: [shortCode, longCode],
          replyUrls: [reply, null],
          fallbackUrls: [],
          isRegistered: true,
        }),
      },
    },
  ],
  [
    "Twilio replies",
    "fail",
    "there is no sender that could get replies",
    {
      sms: {
        readSenders: async () => ({
          senders: [],
          replyUrls: [],
          fallbackUrls: [],
          isRegistered: true,
        }),
      },
    },
  ],
  ...([null, "https://other.example/sms"] as const).map((url): [string, "warn", string, Change] => [
    "Twilio fallback",
    "warn",
    `it’s ${url ?? "nowhere"}`,
    {
      sms: {
        readSenders: async () => ({
          senders: [shortCode],
          replyUrls: [reply],
          fallbackUrls: [url],
          isRegistered: true,
        }),
      },
    },
  ]),
  [
    "Twilio sender",
    "fail",
    "Twilio has no such sender, or the service has none",
    senders([], true),
  ],
  [
    "Twilio sender",
    "fail",
    "long code +14155550100 isn’t registered, so US carriers block its texts",
    senders([longCode], false),
  ],
  [
    "Twilio sender",
    "fail",
    "long code +14155550100 sends about 75 segments a second, but SMS_SEGMENTS_PER_SECOND is 100",
    senders([longCode], true),
  ],
  [
    "Twilio sender",
    "warn",
    "short code 55555 and long code +14155550100: Twilio doesn’t say whether it’s registered with US carriers",
    senders([shortCode, longCode], null),
  ],
  [
    "Twilio countries",
    "fail",
    "not allowed: CA",
    { sms: { listAllowedCountries: async () => ["US"] } },
  ],
  [
    "Paddle prices",
    "fail",
    "annual plan: the pricing page’s price is $40, Paddle’s is $50",
    { payments: { readPrice: async () => ({ ...monthly, amount: 5_000, interval: "1 year" }) } },
  ],
  [
    "Paddle prices",
    "fail",
    "annual plan: the pricing page’s price is $40, Paddle’s is €40",
    { payments: { readPrice: async () => ({ ...monthly, amount: 4_000, currency: "EUR" }) } },
  ],
  [
    "Paddle prices",
    "fail",
    "annual plan: the pricing page’s billing period is 1 year, Paddle’s is 1 month",
    { payments: { readPrice: async () => ({ ...monthly, amount: 4_000 }) } },
  ],
  [
    "Paddle prices",
    "fail",
    "annual plan: the pricing page’s free trial is 7 day, Paddle’s is no trial",
    {
      payments: {
        readPrice: async () => ({ ...monthly, amount: 4_000, interval: "1 year", trial: null }),
      },
    },
  ],
  [
    "Paddle prices",
    "fail",
    "annual plan: pri_m is archived",
    { payments: { readPrice: async () => ({ ...monthly, isActive: false }) } },
  ],
  [
    "Paddle webhooks",
    "fail",
    "no notification goes to https://site.example/api/webhooks/paddle",
    { payments: { listWebhooks: async () => [] } },
  ],
  [
    "Paddle webhooks",
    "fail",
    "https://site.example/api/webhooks/paddle: the webhook is off",
    {
      payments: {
        listWebhooks: async () => [
          { ...mailWebhook, url: `${siteUrl}/api/webhooks/paddle`, isActive: false },
        ],
      },
    },
  ],
  [
    "Paddle domain",
    "fail",
    "site.example isn’t one of the account’s domains",
    {
      payments: {
        listCheckoutDomains: async () => [{ domain: "www.site.example", status: "approved" }],
      },
    },
  ],
  [
    "Paddle domain",
    "fail",
    "site.example: in_review",
    {
      payments: {
        listCheckoutDomains: async () => [{ domain: "site.example", status: "in_review" }],
      },
    },
  ],
  [
    "Paddle domain",
    "warn",
    "Paddle doesn’t say whether site.example is approved",
    { payments: { listCheckoutDomains: async () => null } },
  ],
  [
    "Paddle payment link",
    "fail",
    "there is none",
    { payments: { readPaymentLink: async () => ({ url: null }) } },
  ],
  [
    "Paddle payment link",
    "fail",
    "it leads to https://site.example/",
    { payments: { readPaymentLink: async () => ({ url: `${siteUrl}/` }) } },
  ],
  [
    "Paddle payment link",
    "warn",
    "Paddle doesn’t say what it is",
    { payments: { readPaymentLink: async () => null } },
  ],
  [
    "Paddle key",
    "fail",
    "it isn’t allowed price.read and subscription.write",
    { payments: { listMissingPermissions: async () => ["price.read", "subscription.write"] } },
  ],
  [
    "Paddle account",
    "warn",
    "Paddle’s sandbox, where no payment is real",
    { settings: { isRehearsal: true } },
  ],
  [
    "Postmark key",
    "fail",
    "the server Main delivers to anyone, though no payment is real",
    { settings: { isRehearsal: true } },
  ],
  [
    "Paddle key",
    "fail",
    "forbidden",
    { payments: { listWebhooks: () => Promise.reject(new Error("forbidden")) } },
  ],
  [
    "Site",
    "fail",
    "https://site.example/api/health returns 503 instead of 200",
    { requestStatus: async () => 503 },
  ],
  [
    "Webhook addresses",
    "fail",
    "https://site.example/api/webhooks/paddle returns 404 to an unsigned call, not 401",
    { requestStatus: async () => 404 },
  ],
  [
    "Testimonials",
    "warn",
    "the home page quotes people who don’t exist",
    { settings: { hasSampleTestimonials: true } },
  ],
  [
    "Certificate",
    "fail",
    "it expires in 13 days",
    { readCertificateExpiry: async () => ago(-13 * 24 - 1) },
  ],
  ["Certificate", "fail", "it has expired", { readCertificateExpiry: async () => ago(1) }],
  [
    "Database TLS",
    "warn",
    "off, which is safe only on a private network",
    { database: { encryption: "none" } },
  ],
  [
    "Database TLS",
    "warn",
    "on, but any certificate is accepted",
    { database: { encryption: "no-verify" } },
  ],
  [
    "Database limits",
    "fail",
    "the server doesn’t enforce lock_timeout, statement_timeout",
    { database: { readMissingLimits: async () => ["lock_timeout", "statement_timeout"] } },
  ],
  [
    "Clock",
    "fail",
    "6.0 s ahead of the database’s",
    { database: { readClock: async () => new Date(now.getTime() - 6_000) } },
  ],
  [
    "Clock",
    "fail",
    "60.0 s behind Postmark’s",
    { readProviderClock: async () => new Date(now.getTime() + 60_000) },
  ],
  ["Disk space", "fail", "0.5 GB free for DATA_DIR", { readFreeDisk: async () => 0.5e9 }],
  ["Disk space", "warn", "3.0 GB free for DATA_DIR", { readFreeDisk: async () => 3e9 }],
  [
    "Backups",
    "fail",
    "the last good one is 27 hours old",
    { readLastBackup: async () => backup(27) },
  ],
  ["Backups", "fail", "there is no good one in BACKUP_DIR", { readLastBackup: async () => null }],
  [
    "Backups",
    "warn",
    "BACKUP_DIR isn’t set, and none was recorded",
    { readLastBackup: async () => undefined },
  ],
  [
    "Client addresses",
    "warn",
    "all visitors seem to share the proxy’s, so limits for one apply to all",
    { settings: { proxyHops: 0 } },
  ],
  [
    "Backup encryption",
    "warn",
    "database-20261123T090000Z.dump isn’t encrypted",
    { readLastBackup: async () => backup(3, "database-20261123T090000Z.dump") },
  ],
  [
    "Backup encryption",
    "warn",
    "nightly.sql.gz isn’t encrypted",
    { readLastBackup: async () => backup(3, "nightly.sql.gz") },
  ],
  [
    "Backup encryption",
    "warn",
    "BACKUP_KEY isn’t set",
    { settings: { hasBackupKey: false }, readLastBackup: async () => null },
  ],
  [
    "Archive",
    "fail",
    "the database’s latest changes aren’t in it",
    { database: { isArchiveFailing: async () => true } },
  ],
  [
    "Database replication",
    "warn",
    "second may not have everything: a failover loses the last commits, and people may get a briefing twice",
    {
      database: {
        readReplication: async () => ({
          standbys: [{ name: "second", state: "async" }],
          isCommitSynchronous: true,
        }),
      },
    },
  ],
  [
    "Database replication",
    "warn",
    "synchronous_commit is off: a failover loses the last commits, and people may get a briefing twice",
    { database: { readReplication: async () => ({ standbys: [], isCommitSynchronous: false }) } },
  ],
  [
    "Twilio redaction",
    "fail",
    "Twilio hides texts or numbers, so we can’t tell which ones it has accepted",
    { sms: { isRedacting: async () => true } },
  ],
  [
    "Database restore",
    "fail",
    "on hold since the database was restored: Error: Paddle can’t be reached",
    {
      database: {
        ...ready.database,
        readOpenRestore: async () => "Error: Paddle can’t be reached",
      },
    },
  ],
])("%s: %s, %s", async (name, status, detail, change) => {
  const result = await resultOf(name, change);
  expect(result).toMatchObject({ name, status, detail });
  expect(result?.fix).toMatch(/^[A-Z].*\.$/);
  expect(result?.fix).not.toMatch(/[{}]/);
});

test.each<[string, string, Change]>([
  [
    "DMARC record",
    "v=DMARC1; p=quarantine",
    recordsWith({ "_dmarc.mail.site.example": ["v=DMARC1; p=quarantine"] }),
  ],
  [
    "Twilio sender",
    "long code +14155550100: about 75 segments a second, 75 configured",
    { ...senders([longCode], true), settings: { smsSegmentsPerSecond: 75 } },
  ],
  [
    "Twilio sender",
    "long code +14155550100; the sandbox has no limit",
    { ...senders([longCode], null), settings: { isSandbox: true } },
  ],
  [
    "Database TLS",
    "not needed: the database is on this machine",
    { database: { encryption: "local" } },
  ],
  [
    "Paddle prices",
    "$40 annual and $5 monthly, with a 7-day trial; other prices in GB, which /pricing doesn’t show",
    {
      payments: {
        readPrice: async (plan) => ({
          ...monthly,
          ...(plan === "annual" && { amount: 4_000, interval: "1 year" }),
          countries: ["GB"],
        }),
      },
    },
  ],
  ["Paddle key", "accepted", { payments: { listMissingPermissions: async () => null } }],
  [
    "Paddle payment link",
    "https://site.example/pricing/",
    { payments: { readPaymentLink: async () => ({ url: `${siteUrl}/pricing/` }) } },
  ],
  ["Paddle domain", "not needed in Paddle’s sandbox", { settings: { isRehearsal: true } }],
  [
    "Postmark key",
    "accepted by Main, which delivers nothing",
    {
      settings: { isRehearsal: true },
      mail: { readServer: async () => ({ name: "Main", isDelivering: false }) },
    },
  ],
  [
    "Twilio key",
    "not asked: test credentials can only send",
    {
      settings: { isRehearsal: true },
      sms: { readAccount: () => Promise.reject(new Error("Resource not accessible")) },
    },
  ],
  ["Images", "their storage answers", { hasImageFile: async () => false }],
  ["Backups", "the last good one is 1 hour old", { readLastBackup: async () => backup(1) }],
  ["Backups", "not needed with the sandbox", { settings: { isSandbox: true } }],
  ["Client addresses", "known", { settings: { proxyHops: 0, siteUrl: "http://localhost:3000" } }],
  ["Backup encryption", "database-20261123T090000Z.dump.age is encrypted", {}],
  ["Backup encryption", "BACKUP_KEY is set", { readLastBackup: async () => undefined }],
  [
    "Backup encryption",
    "20261123-020000F comes from another program",
    {
      settings: { hasBackupKey: false },
      readLastBackup: async () => backup(3, "20261123-020000F"),
    },
  ],
  [
    "Backup encryption",
    "not needed with the sandbox",
    { settings: { isSandbox: true, hasBackupKey: false }, readLastBackup: async () => null },
  ],
  [
    "Webhook addresses",
    "https://site.example/api/webhooks/… refuse unsigned calls",
    {
      requestStatus: async (method: string) => (method === "GET" ? 200 : 429),
    },
  ],
])("%s passes: %s", async (name, detail, change) => {
  expect(await resultOf(name, change)).toEqual({ name, status: "pass", detail, fix: null });
});

describe("a check that doesn't finish", () => {
  test("has failed with the reason when it throws", async () => {
    const refused = new AggregateError([new Error("connect ECONNREFUSED 127.0.0.1:1\n  at x")]);
    const change = { readFreeDisk: () => Promise.reject(refused) };
    expect(await resultOf("Disk space", change)).toMatchObject({
      status: "fail",
      detail: "connect ECONNREFUSED 127.0.0.1:1 at x",
      fix: "Free space, or move DATA_DIR to a larger disk.",
    });
  });

  test("has failed when it takes too long, and doesn't hold up the others", async () => {
    const stuck = { name: "Stuck", fix: "Wait.", run: () => new Promise<never>(() => undefined) };
    const [disk] = checks.filter(({ name }) => name === "Disk space");
    const results = await runChecks(ready, disk ? [stuck, disk] : [], { timeoutMs: 10 });
    expect(results).toMatchObject([
      { name: "Stuck", status: "fail", detail: "no result within 0.01 seconds", fix: "Wait." },
      { name: "Disk space", status: "pass" },
    ]);
  });
});
