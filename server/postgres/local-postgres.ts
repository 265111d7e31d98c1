import { chmodSync } from "node:fs";
import { resolve } from "node:path";
import { adoptRunningServer } from "./adopt";
import { initializeCluster, inspectCluster, readLastPort, readPassword } from "./cluster";
import { databaseName, ensureDatabase, urlOf } from "./connection";
import { launchServer } from "./launch";
import { findPrograms } from "./programs";
import { stopServer } from "./stop";

/** A running embedded server. */
export type LocalPostgres = {
  /** Connection string of the service's database, including the password. */
  url: string;
  /** Process id of the server's main process. */
  pid: number;
  /** Resolves once the server has exited, for whatever reason. */
  exited: Promise<void>;
  /** Closes all connections and stops the server within three seconds. */
  stop(): Promise<void>;
};

/**
 * Starts the embedded PostgreSQL in `dataDir/postgres`, creating its files first if there are none. Adopts a
 * server that is already running over these files.
 *
 * @param settings PostgreSQL settings, on top of the defaults for a local machine
 * @param taken ports that other servers will listen on
 * @throws OperatorError when the folder can't be used as it is, or the server doesn't start
 */
export async function startLocalPostgres(
  dataDir: string,
  settings: Record<string, string> = {},
  taken: readonly number[] = [],
): Promise<LocalPostgres> {
  const cluster = resolve(dataDir, "postgres");
  const state = inspectCluster(dataDir, cluster);
  const programs = await findPrograms(cluster);
  // If the server runs as a different user, it has to pass through `dataDir` to its own folder.
  if (programs.identity && programs.prefix.length === 0) chmodSync(dataDir, 0o711);
  if (state === "missing") initializeCluster(programs, cluster);

  const password = readPassword(cluster);
  const server =
    (await adoptRunningServer(cluster, password)) ??
    (await launchServer(programs, cluster, password, { dataDir, settings, taken }));
  await ensureDatabase(urlOf(server.port, password, "postgres"));
  return {
    url: urlOf(server.port, password, databaseName),
    pid: server.pid,
    exited: server.exited,
    stop: () => stopServer(server),
  };
}

/**
 * The last connection string of the embedded server in `dataDir`, or undefined if there is none or its folder
 * can't be read. The server may not be running now.
 */
export function readLocalPostgresUrl(dataDir: string): string | undefined {
  const cluster = resolve(dataDir, "postgres");
  try {
    const port = readLastPort(cluster);
    return port === undefined ? undefined : urlOf(port, readPassword(cluster), databaseName);
  } catch {
    return undefined;
  }
}
