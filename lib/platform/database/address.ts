import { Client } from "pg";

// Connection strings as the driver reads them, because it also follows parameters such as `?host=`
// and variables such as PGHOST.

/** Whether a host name or address is this machine. */
export function isLoopbackHost(host: string): boolean {
  return /^(?:localhost|(?:[\w-]+\.)+localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i.test(host);
}

/** The host that a connection string leads to; a path for a Unix socket. */
export function databaseHost(url: string): string {
  return new Client({ connectionString: url }).host;
}

/** Whether a connection string leads to a database on this machine. */
export function isLocalDatabase(url: string): boolean {
  const host = databaseHost(url);
  return host.startsWith("/") || isLoopbackHost(host);
}
