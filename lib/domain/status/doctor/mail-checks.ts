import { fail, listOf, pass, warn, type Check } from "./check";

const streamIds = ["outbound", "broadcast"];
const spfInclude = "include:spf.mtasv.net";

const spf: Check = {
  name: "SPF record",
  fix: `Publish one TXT record for {MAIL_DOMAIN}, such as "v=spf1 ${spfInclude} ~all".`,
  async run({ settings, resolveTxt }) {
    const { mailDomain } = settings;
    const records = (await resolveTxt(mailDomain)).filter((each) => /^v=spf1(?: |$)/i.test(each));
    const [record] = records;
    if (record === undefined) return fail(`${mailDomain} has none`);
    if (records.length > 1) return fail(`${mailDomain} has ${records.length}, so none counts`);
    if (/\s\+?all(?:\s|$)/i.test(record)) {
      return fail(`"${record}" lets anyone send`, "End the record with ~all or -all.");
    }
    if (!record.toLowerCase().includes(spfInclude)) {
      return warn(`"${record}" doesn’t name Postmark`, `Add ${spfInclude} to the record.`);
    }
    return pass(record);
  },
};

/** Value of a `name=value;` tag in a DKIM or DMARC record. */
function tagOf(record: string, name: string): string | undefined {
  const tags = record.split(";").map((part) => part.split("="));
  return tags.find(([key]) => key?.trim().toLowerCase() === name)?.[1]?.trim();
}

const dkim: Check = {
  name: "DKIM record",
  fix: "Copy the DKIM record from Postmark under Sender Signatures → DNS Settings to your DNS, and set DKIM_SELECTOR to the part of its name before ._domainkey.",
  async run({ settings, resolveTxt }) {
    if (settings.dkimSelector === undefined) return fail("DKIM_SELECTOR isn’t set");
    const name = `${settings.dkimSelector}._domainkey.${settings.mailDomain}`;
    const keys = (await resolveTxt(name)).map((record) => tagOf(record, "p"));
    if (keys.every((key) => key === undefined)) return fail(`${name} has no key`);
    if (keys.every((key) => !key)) return fail(`the key at ${name} is revoked`);
    return pass(`${name} has a key`);
  },
};

/** The domain and its parents, up to two labels: a parent's DMARC policy covers its subdomains. */
function withParents(domain: string): string[] {
  const labels = domain.split(".");
  const count = Math.max(1, labels.length - 1);
  return Array.from({ length: count }, (_, start) => labels.slice(start).join("."));
}

const dmarc: Check = {
  name: "DMARC record",
  fix: 'Publish one TXT record at _dmarc.{MAIL_DOMAIN}, such as "v=DMARC1; p=quarantine; rua=mailto:…".',
  async run({ settings, resolveTxt }) {
    for (const domain of withParents(settings.mailDomain)) {
      const name = `_dmarc.${domain}`;
      const records = (await resolveTxt(name)).filter((each) => /^v=DMARC1\s*(?:;|$)/.test(each));
      const [record] = records;
      if (record === undefined) continue;
      if (records.length > 1) return fail(`${name} has ${records.length}, so none counts`);
      const policy = tagOf(record, "p")?.toLowerCase();
      if (policy === "quarantine" || policy === "reject") return pass(record);
      if (policy !== "none") return fail(`"${record}" has no policy`);
      return warn(
        `"${record}" only asks for reports`,
        "Once the reports show that all our email passes, set p=quarantine.",
      );
    }
    return fail(`${settings.mailDomain} has none`);
  },
};

const key: Check = {
  name: "Postmark key",
  fix: "Set POSTMARK_SERVER_TOKEN to the token in Postmark under Servers → API Tokens.",
  async run({ mail, settings }) {
    const { name, isDelivering } = await mail.readServer();
    if (settings.isRehearsal && isDelivering) {
      return fail(
        `the server ${name} delivers to anyone, though no payment is real`,
        "Set POSTMARK_SERVER_TOKEN to the token of a server of the type Sandbox.",
      );
    }
    if (settings.isRehearsal) return pass(`accepted by ${name}, which delivers nothing`);
    if (isDelivering) return pass(`accepted by the server ${name}`);
    return fail(
      `the server ${name} is a sandbox, which delivers nothing`,
      "Set POSTMARK_SERVER_TOKEN to the token of a live server.",
    );
  },
};

const streams: Check = {
  name: "Postmark streams",
  fix: "Create the message streams outbound (transactional) and broadcast (broadcasts) in Postmark.",
  async run({ mail }) {
    const found = await mail.listStreams();
    const missing = streamIds.filter((id) => found.every((stream) => stream.id !== id));
    if (missing.length > 0) return fail(`missing: ${listOf(missing)}`);
    return pass(listOf(streamIds));
  },
};

const unsubscribe: Check = {
  name: "Postmark unsubscribe",
  fix: "Ask Postmark’s support to allow custom unsubscribe handling, and turn it on for the stream broadcast.",
  async run({ mail }) {
    const stream = (await mail.listStreams()).find(({ id }) => id === "broadcast");
    if (!stream) return fail("there is no stream broadcast");
    if (stream.unsubscribe === "custom") return pass("ours, on the stream broadcast");
    return fail("Postmark adds its own unsubscribe link to the stream broadcast");
  },
};

const webhooks: Check = {
  name: "Postmark webhooks",
  fix: "In Postmark, add a webhook to both streams: {SITE_URL}/api/webhooks/postmark, with POSTMARK_WEBHOOK_USERNAME and POSTMARK_WEBHOOK_PASSWORD as basic auth, for Delivery, Bounce, Spam Complaint, and Subscription Change.",
  async run({ mail, settings }) {
    const url = `${settings.siteUrl}/api/webhooks/postmark`;
    const ours = (await mail.listWebhooks()).filter((webhook) => webhook.url === url);
    for (const streamId of streamIds) {
      const found = ours.find((webhook) => webhook.streamId === streamId);
      const problem = found ? problemOf(found) : `nothing calls ${url}`;
      if (problem !== null) return fail(`stream ${streamId}: ${problem}`);
    }
    return pass(`${url}, for both streams`);
  },
};

/** Why a registered webhook isn't enough; null when it is. */
export function problemOf(webhook: {
  isActive: boolean;
  missingEvents: readonly string[];
  hasOurSecret: boolean | null;
}): string | null {
  if (!webhook.isActive) return "the webhook is off";
  if (webhook.missingEvents.length > 0) return `not sent: ${listOf(webhook.missingEvents)}`;
  if (webhook.hasOurSecret === false) return "the webhook’s secret differs from our settings";
  return null;
}

export const mailChecks: readonly Check[] = [spf, dkim, dmarc, key, streams, unsubscribe, webhooks];
