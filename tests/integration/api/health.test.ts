import { expect, test } from "vitest";
import { GET } from "@/app/api/health/route";
import { GET as GET_POSTS } from "@/app/api/posts/route";
import { healthSchema } from "@/lib/contracts/responses/health";
import { provideContext } from "@/lib/http/route/context";
import { connectDatabase } from "@/lib/platform/database/database";
import { startApi } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(startApi);

test("answers 200 while the database answers", async () => {
  const answer = await api.client().call(GET, "GET", "/api/health");
  expect(answer.status).toBe(200);
  expect(answer.body).toEqual({ status: "ok", backupAgeSeconds: null });
});

test("tells how old the last good backup is", async () => {
  const recordedAt = api.ctx.clock.now();
  const finishedAt = new Date(recordedAt.getTime() - 90_000);
  await api.ctx.db.backup.createMany({
    data: [
      { name: "good", finishedAt, recordedAt, result: "unchecked" },
      { name: "bad", finishedAt: recordedAt, recordedAt, result: "failed" },
    ],
  });
  const { body } = await api.client().call(GET, "GET", "/api/health");
  expect(body).toMatchObject({ status: "ok" });
  const { backupAgeSeconds } = healthSchema.parse(body);
  expect(backupAgeSeconds).toBeGreaterThanOrEqual(90);
  expect(backupAgeSeconds).toBeLessThan(200);
});

test("answers 503 when the database doesn't answer", async () => {
  const away = connectDatabase("postgresql://nobody@127.0.0.1:1/nothing");
  provideContext({ ...api.ctx, db: away.db });
  const health = await api.client().call(GET, "GET", "/api/health");
  const posts = await api.client().call(GET_POSTS, "GET", "/api/posts");
  provideContext(api.ctx);
  await away.close();
  expect(health.status).toBe(503);
  expect(health.body).toEqual({
    message: "The service is temporarily unavailable. Please try again in a few minutes.",
    code: "service_unavailable",
  });
  expect(posts.status).toBe(500);
  expect(posts.body).toEqual({ message: "Something went wrong on our end. Please try again." });
});
