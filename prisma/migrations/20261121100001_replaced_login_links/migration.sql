-- AlterTable
ALTER TABLE "login_tokens" ADD COLUMN     "replaced_at" TIMESTAMPTZ(3);

