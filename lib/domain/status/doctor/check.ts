import type {
  MailAccount,
  PaymentsAccount,
  SmsAccount,
} from "@/lib/domain/ports/provider-accounts";

/** What a check found. `fix` says what to do when it isn't the check's own `fix`. */
export type Finding = { status: "pass" | "warn" | "fail"; detail: string; fix?: string };

/** What checks can look at. Every function can throw. */
export type DoctorContext = {
  settings: {
    /** Public URL of the site, without a trailing slash. */
    siteUrl: string;
    isSandbox: boolean;
    /** Whether the providers' accounts are those for tests. */
    isRehearsal: boolean;
    /** Whether the home page still quotes people who don't exist. */
    hasSampleTestimonials: boolean;
    /** Domain of the sender of all email. */
    mailDomain: string;
    /** Selector of the sender's DKIM key. */
    dkimSelector: string | undefined;
    smsSegmentsPerSecond: number;
    /** ISO 3166. */
    smsCountries: readonly string[];
    /** How many proxies in front of the web server are trusted. */
    proxyHops: number;
    /** Whether backups that we make are encrypted. */
    hasBackupKey: boolean;
  };
  mail: MailAccount;
  sms: SmsAccount;
  payments: PaymentsAccount;
  /** The TXT records of a name; empty when there are none. */
  resolveTxt: (name: string) => Promise<string[]>;
  /** The HTTP status of a call with an empty body that doesn't follow redirects. */
  requestStatus: (method: "GET" | "POST", url: string, contentType?: string) => Promise<number>;
  /** When the site's certificate expires; null without https. */
  readCertificateExpiry: () => Promise<Date | null>;
  database: {
    /** Limits that the server should enforce on each session but doesn't. */
    readMissingLimits: () => Promise<string[]>;
    /** How connections are protected; `local` for a database on this machine. */
    encryption: "local" | "verified" | "no-verify" | "none";
    readClock: () => Promise<Date>;
    /** Why nothing is sent after a restore; empty when we don't know, null when there was none. */
    readOpenRestore: () => Promise<string | null>;
    /** Whether its last attempt to archive its changes failed; null if it doesn't archive. */
    isArchiveFailing: () => Promise<boolean | null>;
    /** The servers that follow it, and whether a commit waits for the disk. */
    readReplication: () => Promise<{
      /** The state is PostgreSQL's: async, potential, sync, quorum; null if we may not see it. */
      standbys: { name: string; state: string | null }[];
      isCommitSynchronous: boolean;
    }>;
  };
  /** The time by the email provider's servers, to the second. */
  readProviderClock: () => Promise<Date>;
  /** This machine's time. */
  now: () => Date;
  /** Free space for our data, in bytes. */
  readFreeDisk: () => Promise<number>;
  /** Whether a file of an image is in the bucket or folder for them. */
  hasImageFile: (name: string) => Promise<boolean>;
  /** The last good backup: null if there's none, undefined if we don't know of any backup. */
  readLastBackup: () => Promise<{ name: string; finishedAt: Date } | null | undefined>;
};

export type Check = {
  name: string;
  /** What to do when the check fails. */
  fix: string;
  run(ctx: DoctorContext): Promise<Finding>;
};

export const pass = (detail: string): Finding => ({ status: "pass", detail });

export const warn = (detail: string, fix?: string): Finding => ({
  status: "warn",
  detail,
  ...(fix !== undefined && { fix }),
});

export const fail = (detail: string, fix?: string): Finding => ({
  status: "fail",
  detail,
  ...(fix !== undefined && { fix }),
});

/** `a and b`, `a, b, and c`. */
export function listOf(names: readonly string[]): string {
  return new Intl.ListFormat("en", { type: "conjunction" }).format(names);
}
