import { brand } from "@/lib/brand";
import {
  initialAdminPath,
  readInitialAdmin,
  storeInitialAdmin,
} from "@/lib/platform/initial-admin";
import type { Settings } from "./settings";

/** Prints one line for the operator. */
export function printLine(line: string): void {
  console.log(line);
}

/** Prints where everything is. Scripts wait for `Ready: …`. */
export function announceReady(settings: Settings): void {
  const { env } = settings;
  printLine(`${brand.name} is running. Press Ctrl-C to stop.`);
  printLine(`Ready: ${env.SITE_URL}`);
  if (env.SANDBOX_URL !== undefined) printLine(`Sandbox: ${env.SANDBOX_URL}`);
  announceAdmin(settings);
  if (brand.hasSampleTestimonials) {
    printLine("Before launch: replace the samples in components/marketing/content/testimonials.ts");
  }
}

/** Prints where the first administrator logs in, and how. */
export function announceAdmin(settings: Settings): void {
  const url = `${settings.env.SITE_URL}/cms-login-fpng`;
  printLine(`Admin: ${url}, user ${settings.adminUsername}, ${adminPassword(settings)}`);
}

/** Shows a generated password once, then only where it's stored, until it's replaced at the first login. */
function adminPassword({ dataDir, variables }: Settings): string {
  if (variables["ADMIN_PASSWORD"]) return "password from ADMIN_PASSWORD";
  const initial = readInitialAdmin(dataDir);
  if (!initial) return "password chosen at the first login";
  const path = initialAdminPath(dataDir);
  if (initial.isShown) return `password in ${path}`;
  storeInitialAdmin(dataDir, { ...initial, isShown: true });
  return `password ${initial.password} (stored in ${path}, and replaced at the first login)`;
}
