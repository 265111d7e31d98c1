import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { z } from "zod";
import { hashPassword } from "@/lib/platform/password";
import { cheapPasswordCost } from "../password-cost";
import { readE2eServices } from "./e2e-services";

const localSchema = z.object({ databaseUrl: z.string() });

/**
 * Gives the administrator of each instance under test a hash that is cheap to check, of the same password:
 * hundreds of tests log in.
 */
export default async function setUp(): Promise<void> {
  // That runs already, with a database elsewhere.
  if (process.env["E2E_SITE_URL"]) return;
  for (const { dataDir, variables } of readE2eServices(process.env)) {
    const local = localSchema.parse(JSON.parse(readFileSync(join(dataDir, "local.json"), "utf8")));
    const hash = await hashPassword(variables["ADMIN_PASSWORD"] ?? "", cheapPasswordCost);
    const client = new Client({ connectionString: local.databaseUrl });
    await client.connect();
    await client.query("UPDATE admins SET password_hash = $1 WHERE username = $2", [
      hash,
      variables["ADMIN_USERNAME"],
    ]);
    await client.end();
  }
}
