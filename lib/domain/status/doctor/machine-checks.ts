import { dayMs, hourMs } from "@/lib/calendar/units";
import { countOf } from "@/lib/messages/counts";
import { isEncryptedBackup } from "@/lib/platform/service/backup-file";
import { isSecureUrl } from "@/lib/platform/secure-url";
import { maxBackupAgeMs } from "../backups";
import { fail, listOf, pass, warn, type Check } from "./check";

const json = "application/json";
const form = "application/x-www-form-urlencoded";

/** How each is called; a different content type is refused before the signature is checked. */
const webhooks = [
  { path: "paddle", contentType: json },
  { path: "postmark", contentType: json },
  { path: "twilio/inbound", contentType: form },
  { path: "twilio/status", contentType: form },
];

const site: Check = {
  name: "Site",
  fix: "Start the service, and point the domain of SITE_URL and your proxy to it.",
  async run({ settings, requestStatus }) {
    const status = await requestStatus("GET", `${settings.siteUrl}/api/health`);
    if (status === 200) return pass(`${settings.siteUrl} responds`);
    return fail(`${settings.siteUrl}/api/health returns ${status} instead of 200`);
  },
};

/** Let's Encrypt's last for 90 days, and are renewed after 60. */
const minCertificateDays = 14;

const certificate: Check = {
  name: "Certificate",
  fix: "Find out why it isn’t renewed, as docs/runbooks.md says. If it’s your own certificate, replace it.",
  async run({ readCertificateExpiry, now }) {
    const expiresAt = await readCertificateExpiry();
    if (expiresAt === null) return pass("not needed without https");
    const days = Math.floor((expiresAt.getTime() - now().getTime()) / dayMs);
    if (days < 0) return fail("it has expired");
    const text = `it expires in ${countOf(days, "day")}`;
    return days < minCertificateDays ? fail(text) : pass(text);
  },
};

const reachable: Check = {
  name: "Webhook addresses",
  fix: "Let your proxy pass POST requests to {SITE_URL}/api/webhooks/ on unchanged.",
  async run({ settings, requestStatus }) {
    for (const { path, contentType } of webhooks) {
      const url = `${settings.siteUrl}/api/webhooks/${path}`;
      const status = await requestStatus("POST", url, contentType);
      // 429 after many such calls.
      if (status !== 401 && status !== 429) {
        return fail(`${url} returns ${status} to an unsigned call, not 401`);
      }
    }
    return pass(`${settings.siteUrl}/api/webhooks/… refuse unsigned calls`);
  },
};

const clientAddresses: Check = {
  name: "Client addresses",
  fix: "Set TRUSTED_PROXY_HOPS to the number of your proxies in front of the web server.",
  async run({ settings }) {
    // The web server itself has no TLS.
    if (settings.proxyHops > 0 || !isSecureUrl(settings.siteUrl)) return pass("known");
    return warn("all visitors seem to share the proxy’s, so limits for one apply to all");
  },
};

const testimonials: Check = {
  name: "Testimonials",
  fix: "Put real readers’ words into components/marketing/content/testimonials.ts, with their permission.",
  async run({ settings }) {
    if (!settings.hasSampleTestimonials) return pass("real readers’");
    return warn("the home page quotes people who don’t exist");
  },
};

const tls: Check = {
  name: "Database TLS",
  fix: "Set DATABASE_TLS to verify, and add ?sslrootcert=FILE to DATABASE_URL if your database has its own certificate authority.",
  async run({ database }) {
    return {
      local: pass("not needed: the database is on this machine"),
      verified: pass("on, with a checked certificate"),
      "no-verify": warn("on, but any certificate is accepted"),
      none: warn("off, which is safe only on a private network"),
    }[database.encryption];
  },
};

const limits: Check = {
  name: "Database limits",
  fix: "Your pooler drops them. Set each for the database’s role, as docs/operations.md says under Connections.",
  async run({ database }) {
    const missing = await database.readMissingLimits();
    if (missing.length > 0) return fail(`the server doesn’t enforce ${missing.join(", ")}`);
    return pass("the server ends what hangs");
  },
};

/** Providers accept signatures only from a few minutes around now, and nothing may be sent early. */
const maxOffsetMs = 5_000;

const clock: Check = {
  name: "Clock",
  fix: "Turn on time synchronization (NTP) on this machine and on the database’s.",
  async run({ database, readProviderClock, now }) {
    const offsets = [
      ["the database’s", await offsetOf(database.readClock, now)],
      ["Postmark’s", await offsetOf(readProviderClock, now)],
    ] as const;
    const worst = offsets.toSorted(([, a], [, b]) => Math.abs(b) - Math.abs(a))[0];
    if (!worst) return fail("there is nothing to compare with");
    const [whose, offsetMs] = worst;
    const seconds = (Math.abs(offsetMs) / 1_000).toFixed(1);
    const text = `${seconds} s ${offsetMs > 0 ? "ahead of" : "behind"} ${whose}`;
    return Math.abs(offsetMs) > maxOffsetMs ? fail(text) : pass(`at most ${text}`);
  },
};

/** How far this machine's clock is ahead of another, in milliseconds. */
async function offsetOf(read: () => Promise<Date>, now: () => Date): Promise<number> {
  const before = now().getTime();
  const theirs = await read();
  const middle = (before + now().getTime()) / 2;
  return middle - theirs.getTime();
}

const gigabyte = 1_000_000_000;

const disk: Check = {
  name: "Disk space",
  fix: "Free space, or move DATA_DIR to a larger disk.",
  async run({ readFreeDisk }) {
    const free = await readFreeDisk();
    const text = `${(free / gigabyte).toFixed(1)} GB free for DATA_DIR`;
    if (free < gigabyte) return fail(text);
    return free < 5 * gigabyte ? warn(text) : pass(text);
  },
};

const images: Check = {
  name: "Images",
  fix: "Correct IMAGES_S3_BUCKET, its region, its endpoint, or its keys, which must be allowed to list the bucket.",
  async run({ hasImageFile }) {
    // Without permission to list, S3 doesn't say that a file doesn't exist.
    await hasImageFile("00000000000000000000/1.avif");
    return pass("their storage answers");
  },
};

const backup: Check = {
  name: "Backups",
  fix: "Run npm run cli -- backup every night. If another program makes backups, set BACKUP_DIR to their folder, or run npm run cli -- backup record after each.",
  async run({ settings, readLastBackup, now }) {
    if (settings.isSandbox) return pass("not needed with the sandbox");
    const last = await readLastBackup();
    if (last === undefined) return warn("BACKUP_DIR isn’t set, and none was recorded");
    if (last === null) return fail("there is no good one in BACKUP_DIR");
    const ageMs = now().getTime() - last.finishedAt.getTime();
    const text = `the last good one is ${countOf(Math.floor(ageMs / hourMs), "hour")} old`;
    return ageMs < maxBackupAgeMs ? pass(text) : fail(text);
  },
};

const backupEncryption: Check = {
  name: "Backup encryption",
  fix: "Run npm run cli -- backup key, set BACKUP_KEY to the public key, and keep the secret one away from this machine. If another program makes backups, let it encrypt them.",
  async run({ settings, readLastBackup }) {
    if (settings.isSandbox) return pass("not needed with the sandbox");
    const last = await readLastBackup();
    const isEncrypted = last ? isEncryptedBackup(last.name) : settings.hasBackupKey;
    if (last && isEncrypted === null) return pass(`${last.name} comes from another program`);
    if (isEncrypted) return pass(last ? `${last.name} is encrypted` : "BACKUP_KEY is set");
    return warn(last ? `${last.name} isn’t encrypted` : "BACKUP_KEY isn’t set");
  },
};

const archive: Check = {
  name: "Archive",
  fix: "Find out why, as docs/runbooks.md says.",
  async run({ database }) {
    const isFailing = await database.isArchiveFailing();
    if (isFailing === null) return pass("not used by this database server");
    if (isFailing) return fail("the database’s latest changes aren’t in it");
    return pass("it has the database’s changes");
  },
};

const replication: Check = {
  name: "Database replication",
  fix: "Let the standby that takes over follow synchronously (synchronous_standby_names), and leave synchronous_commit on.",
  async run({ database }) {
    const { standbys, isCommitSynchronous } = await database.readReplication();
    const risk = "a failover loses the last commits, and people may get a briefing twice";
    if (!isCommitSynchronous) return warn(`synchronous_commit is off: ${risk}`);
    if (standbys.length === 0) return pass("no standby");
    const isSafe = standbys.some(({ state }) => state === "sync" || state === "quorum");
    const names = listOf(standbys.map(({ name }) => name));
    if (isSafe) return pass(names);
    return warn(`${names} may not have everything: ${risk}`);
  },
};

const restored: Check = {
  name: "Database restore",
  fix: "Start at least one worker, and wait until it has read from the providers what’s missing. If it can’t, fix what the message says.",
  async run({ database }) {
    const reason = await database.readOpenRestore();
    if (reason === null) return pass("the database is complete");
    return fail(`on hold since the database was restored${reason && `: ${reason}`}`);
  },
};

export const siteChecks: readonly Check[] = [
  site,
  certificate,
  reachable,
  clientAddresses,
  testimonials,
];
export const machineChecks: readonly Check[] = [
  tls,
  limits,
  clock,
  disk,
  images,
  backup,
  backupEncryption,
  archive,
  replication,
  restored,
];
