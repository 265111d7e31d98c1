import { beforeAll, describe, expect, test } from "vitest";
import { adminRoles, mayDo, permissions, type AdminRole } from "@/lib/contracts/roles";
import { readRoutes } from "@/scripts/api-reference/read-routes";
import { useForFile } from "@/tests/support/use-for-file";
import { openAdminClient, startApi, type ApiClient } from "../../support/api";

const api = useForFile(startApi);
const clients = new Map<AdminRole, ApiClient>();

beforeAll(async () => {
  for (const role of adminRoles) clients.set(role, await openAdminClient(api.ctx, role));
});

/** Every admin route with each role, from the routes themselves: a new one is covered on its own. */
const pairs = (await readRoutes())
  .filter(({ reference }) => /^admin(:|$)/.test(reference.access.name))
  .flatMap((route) =>
    adminRoles.map((role) => ({ ...route, role, access: route.reference.access.name })),
  );

const isRefused = async (role: AdminRole, { handler, method, path }: (typeof pairs)[number]) => {
  const { status, body } = (await clients
    .get(role)
    ?.call(handler, method, path.replaceAll(/\{\w+\}/g, "-"), {
      // Not valid, so that the routes that a role may call don't do anything.
      params: Object.fromEntries([...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [name, "-"])),
    })) ?? { status: 0, body: null };
  expect(status).not.toBe(401);
  return status === 403 && JSON.stringify(body).includes("role_not_allowed");
};

test("there are routes of every kind", () => {
  expect(pairs.length).toBeGreaterThan(60);
});

describe("only roles with its permission may call", () => {
  test.each(pairs)("$method $path ($access) as $role", async (pair) => {
    const permission = permissions.find((each) => pair.access === `admin:${each}`);
    expect(permission ?? pair.access).toBe(pair.access.replace("admin:", ""));
    expect(await isRefused(pair.role, pair)).toBe(
      permission ? !mayDo(pair.role, permission) : false,
    );
  });
});
