import { existsSync } from "node:fs";
import { brand } from "@/lib/brand";
import { createFilesPrivately, prepareDataFolder } from "./data-folder";
import { takeLock } from "./instance-lock";
import { instanceLockPath } from "./local-file";
import { OperatorError } from "@/lib/platform/operator-error";
import { Service, type StartMode } from "./service";
import { readSettings } from "./settings";

/**
 * Runs the whole service until it is asked to stop: database, migrations, seed, build, sandbox, web
 * server, and workers, all supervised. Prints one line per step, and `Ready: …` once.
 *
 * @throws OperatorError when the operator has to fix something first
 */
export async function runService(mode: StartMode): Promise<void> {
  const settings = readSettings(process.env, mode);
  createFilesPrivately();
  prepareDataFolder(settings.dataDir);
  const lockPath = instanceLockPath(settings.dataDir);
  const isAfterCrash = existsSync(lockPath);
  const release = takeLock(lockPath);
  if (!release) {
    throw new OperatorError(
      `${brand.name} is already running in ${settings.dataDir}. Stop it first, or set DATA_DIR, PORT, and SANDBOX_PORT to run a second one.`,
    );
  }
  const service = new Service(settings, mode);
  const stop = () => service.requestStop();
  process.on("SIGINT", stop);
  process.on("SIGTERM", stop);
  process.on("SIGHUP", stop);
  process.on("disconnect", stop);
  try {
    await service.run(isAfterCrash);
  } catch (error) {
    if (!service.isStopRequested) throw error;
  } finally {
    await service.shutDown();
    release();
  }
}
