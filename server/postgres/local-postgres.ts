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
 * Starts the embedded PostgreSQL in `dataDir/postgres`, and creates its files first when there are
 * none. If a server is already running over these files, it is adopted.
 *
 * @param settings PostgreSQL's own, on top of the defaults for a local machine
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
  // Another user than the owner of `dataDir` has to pass through it to its own folder in there.
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
 * The connection string of the embedded server of `dataDir` when it last ran, or undefined when
 * there is none or its folder can't be read. It may not be running now.
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
