import { Client } from "pg";

// Connection strings as the driver reads them, because it also follows parameters such as `?host=`
// and variables such as PGHOST.

/** Returns whether a host name or address is this machine. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|(?:[\w-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/** The host that a connection string leads to; a path for a Unix socket. */
export function databaseHost(url: string): string {
  return new Client({ connectionString: url }).host;
}

/** Returns whether a connection string leads to a database on this machine. */
export function isLocalDatabase(url: string): boolean {
  const host = databaseHost(url);
  return host.startsWith("/") || isLoopbackHost(host);
}

/** How well a connection is protected from others on the network. */
type Encryption = "none" | "no-verify" | "verified";

/** The encryption that the driver uses for a connection string. */
export function encryptionOf(url: string): Encryption {
  const ssl: unknown = new Client({ connectionString: url }).ssl;
  if (!ssl) return "none";
  if (typeof ssl !== "object") return "verified";
  const isUnverified =
    ("rejectUnauthorized" in ssl && ssl.rejectUnauthorized === false) ||
    "checkServerIdentity" in ssl;
  return isUnverified ? "no-verify" : "verified";
}

/** Adds an `sslmode` to a connection string that says nothing about encryption. */
export function withDefaultEncryption(url: string, mode: "verify-full" | "no-verify"): string {
  if (/[?&](?:ssl|sslmode|sslrootcert|sslcert|sslkey|sslnegotiation)=/.test(url)) return url;
  return `${url}${url.includes("?") ? "&" : "?"}sslmode=${mode}`;
}
