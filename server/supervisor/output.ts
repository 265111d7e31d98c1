import { brand } from "@/lib/brand";
import { secretsPath, storeSecrets } from "./local-secrets";
import type { Settings } from "./settings";

/** Prints one line for the operator. */
export function printLine(line: string): void {
  console.log(line);
}

/** A number with its noun: "1 migration", "2 migrations". */
export function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** Prints where everything is. `Ready: …` is what scripts wait for. */
export function announceReady(settings: Settings): void {
  const { env } = settings;
  printLine(`${brand.name} is running. Press Ctrl-C to stop.`);
  printLine(`Ready: ${env.SITE_URL}`);
  if (env.SANDBOX_URL !== undefined) printLine(`Sandbox: ${env.SANDBOX_URL}`);
  printLine(
    `Admin: ${env.SITE_URL}/cms-login-fpng, user ${settings.adminUsername}, ${adminPassword(settings)}`,
  );
}

/** Shows a generated password once, and afterwards only where it is stored. */
function adminPassword({ dataDir, secrets, isAdminPasswordGenerated }: Settings): string {
  if (!isAdminPasswordGenerated) return "password from ADMIN_PASSWORD";
  if (secrets.isAdminPasswordShown) return `password in ${secretsPath(dataDir)}`;
  storeSecrets(dataDir, { ...secrets, isAdminPasswordShown: true });
  return `password ${secrets.adminPassword} (stored in ${secretsPath(dataDir)})`;
}
