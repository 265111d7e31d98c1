import { defineConfig } from "prisma/config";

export default defineConfig({
  schema: "prisma/schema.prisma",
  migrations: { path: "prisma/migrations" },
  // Generating needs no database; applying migrations goes through lib/platform/database/migrate.ts.
  datasource: { url: process.env.DATABASE_URL ?? "" },
});
