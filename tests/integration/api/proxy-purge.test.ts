import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { DELETE, PUT } from "@/app/api/posts/[id]/route";
import { POST as RESTORE } from "@/app/api/posts/[id]/restore/route";
import { POST } from "@/app/api/posts/route";
import { startApi, type ApiAnswer, type ApiClient, type ApiHarness } from "@/tests/support/api";
import { sandboxVariables } from "@/tests/support/env-variables";

// Every change of public pages is told to the proxies in front, once it is committed.

let api: ApiHarness;
let admin: ApiClient;
let proxy: Server;
/** The titles of the posts that a page would show at the time of each purge. */
let purges: string[][] = [];

async function recordPurge(): Promise<void> {
  const posts = await api.ctx.db.post.findMany({ where: { deletedAt: null } });
  purges.push(posts.map(({ title }) => title));
}

beforeAll(async () => {
  proxy = createServer((request, response) => {
    void recordPurge().then(() => response.writeHead(request.method === "POST" ? 204 : 405).end());
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  const address = proxy.address();
  const port = typeof address === "object" ? address?.port : "";
  const variables = {
    ...sandboxVariables,
    PROXY_PURGE_URLS: `http://127.0.0.1:${port}/purge`,
  };
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  api = await startApi({ now: "2025-03-05T12:00:00.000Z" });
  admin = await api.adminClient();
});

afterAll(async () => {
  await api.close();
  vi.unstubAllEnvs();
  proxy.close();
});

const post = {
  slug: "aa",
  title: "Rates hold",
  shortDate: "05 MAR",
  fullDate: "March 5, 2025",
  content: "The Fed held its rate.",
  readTime: 2,
};

function idOf({ body }: ApiAnswer): string {
  if (typeof body === "object" && body && "id" in body) return String(body.id);
  throw new Error(`No id in ${JSON.stringify(body)}`);
}

test("each change of a post is purged after its commit and before its answer", async () => {
  const id = idOf(await admin.call(POST, "POST", "/api/posts", { json: post }));
  expect(purges).toEqual([["Rates hold"]]);
  const path = `/api/posts/${id}`;
  const json = { ...post, title: "Rates rise" };
  await admin.call(PUT, "PUT", path, { json, params: { id } });
  expect(purges.at(-1)).toEqual(["Rates rise"]);
  await admin.call(DELETE, "DELETE", path, { params: { id } });
  expect(purges.at(-1)).toEqual([]);
  await admin.call(RESTORE, "POST", `${path}/restore`, { params: { id } });
  expect(purges.at(-1)).toEqual(["Rates rise"]);
  expect(purges).toHaveLength(4);
});

test("what isn't saved isn't purged", async () => {
  purges = [];
  const json = { ...post, slug: "bb", title: "" };
  expect(await admin.call(POST, "POST", "/api/posts", { json })).toMatchObject({ status: 400 });
  expect(purges).toEqual([]);
});
