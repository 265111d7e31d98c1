import { createDoctor } from "@/lib/composition";
import { countResults, runChecks } from "@/lib/domain/status/doctor/run-checks";
import type { ChecksView } from "@/lib/contracts/admin/settings";
import { getEnv } from "./context";

/** Runs the checks of `doctor` with this process's settings, on their own connection. */
export async function runDoctor(): Promise<Omit<ChecksView, "at">> {
  const { ctx, close } = createDoctor(getEnv());
  try {
    const checks = await runChecks(ctx);
    return { ...countResults(checks), checks };
  } finally {
    await close();
  }
}
