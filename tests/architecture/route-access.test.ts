import { globSync, readFileSync } from "node:fs";
import { parseSync, type Program } from "oxc-parser";
import { describe, expect, test } from "vitest";
import { readRoutes } from "@/scripts/api-reference/read-routes";

/** Who may call what. A change here is a change of what is open: review it as one. */
const accessTable: readonly (readonly [method: string, path: string, access: string])[] = [
  ["GET", "/api/admin/account", "admin"],
  ["DELETE", "/api/admin/account/devices/{id}", "admin"],
  ["PUT", "/api/admin/account/name", "admin"],
  ["POST", "/api/admin/account/password", "admin"],
  ["POST", "/api/admin/account/recovery-codes", "admin"],
  ["GET", "/api/admin/account/sessions", "admin"],
  ["DELETE", "/api/admin/account/sessions", "admin"],
  ["DELETE", "/api/admin/account/sessions/{handle}", "admin"],
  ["POST", "/api/admin/account/two-factor", "admin"],
  ["POST", "/api/admin/account/two-factor/confirm", "admin"],
  ["POST", "/api/admin/account/two-factor/turn-off", "admin"],
  ["GET", "/api/admin/audit", "admin:manage"],
  ["GET", "/api/admin/audit/export", "admin:manage"],
  ["GET", "/api/admin/deliveries", "admin:view"],
  ["GET", "/api/admin/deliveries/{date}", "admin:view"],
  ["GET", "/api/admin/deliveries/{date}/people", "admin:view"],
  ["GET", "/api/admin/deliveries/domains", "admin:view"],
  ["PUT", "/api/admin/deliveries/tracking", "admin:manage"],
  ["GET", "/api/admin/imports", "admin:manageData"],
  ["POST", "/api/admin/imports", "admin:manageData"],
  ["GET", "/api/admin/imports/{id}", "admin:manageData"],
  ["PUT", "/api/admin/imports/{id}", "admin:manageData"],
  ["DELETE", "/api/admin/imports/{id}", "admin:manageData"],
  ["GET", "/api/admin/imports/{id}/problems", "admin:manageData"],
  ["POST", "/api/admin/imports/{id}/start", "admin:manageData"],
  ["POST", "/api/admin/imports/{id}/undo", "admin:manageData"],
  ["GET", "/api/admin/invitations/{token}", "invitation"],
  ["POST", "/api/admin/invitations/{token}", "invitation"],
  ["POST", "/api/admin/login", "public"],
  ["POST", "/api/admin/login/code", "unfinished admin login"],
  ["POST", "/api/admin/login/password", "unfinished admin login"],
  ["POST", "/api/admin/login/two-factor", "unfinished admin login"],
  ["POST", "/api/admin/login/two-factor/confirm", "unfinished admin login"],
  ["POST", "/api/admin/logout", "public"],
  ["POST", "/api/admin/missed-days/dismiss", "admin:refund"],
  ["POST", "/api/admin/missed-days/give-back", "admin:refund"],
  ["GET", "/api/admin/money", "admin:viewMoney"],
  ["GET", "/api/admin/money/csv", "admin:viewMoney"],
  ["GET", "/api/admin/money/rows", "admin:viewMoney"],
  ["POST", "/api/admin/presence", "admin:write"],
  ["GET", "/api/admin/session", "public"],
  ["GET", "/api/admin/settings", "admin:manage"],
  ["PUT", "/api/admin/settings", "admin:manage"],
  ["POST", "/api/admin/settings/backups", "admin:manage"],
  ["POST", "/api/admin/settings/checks", "admin:manage"],
  ["GET", "/api/admin/settings/status", "admin:view"],
  ["GET", "/api/admin/subscribers", "admin:view"],
  ["GET", "/api/admin/subscribers/{id}", "admin:view"],
  ["POST", "/api/admin/subscribers/{id}/approve-email", "admin:manageData"],
  ["POST", "/api/admin/subscribers/{id}/cancel", "admin:refund"],
  ["POST", "/api/admin/subscribers/{id}/card-link", "admin:help"],
  ["POST", "/api/admin/subscribers/{id}/email", "admin:changeDetails"],
  ["POST", "/api/admin/subscribers/{id}/erase", "admin:manageData"],
  ["GET", "/api/admin/subscribers/{id}/export", "admin:manageData"],
  ["POST", "/api/admin/subscribers/{id}/extend-trial", "admin:refund"],
  ["POST", "/api/admin/subscribers/{id}/gift", "admin:refund"],
  ["POST", "/api/admin/subscribers/{id}/login-link", "admin:help"],
  ["POST", "/api/admin/subscribers/{id}/notes", "admin:view"],
  ["POST", "/api/admin/subscribers/{id}/pause", "admin:help"],
  ["POST", "/api/admin/subscribers/{id}/phone", "admin:changeDetails"],
  ["POST", "/api/admin/subscribers/{id}/refund", "admin:refund"],
  ["POST", "/api/admin/subscribers/{id}/resend", "admin:help"],
  ["POST", "/api/admin/subscribers/{id}/resume", "admin:help"],
  ["POST", "/api/admin/subscribers/{id}/review-refund", "admin:refund"],
  ["POST", "/api/admin/subscribers/{id}/suppress", "admin:help"],
  ["GET", "/api/admin/subscribers/{id}/timeline", "admin:view"],
  ["POST", "/api/admin/subscribers/{id}/timezone", "admin:changeDetails"],
  ["POST", "/api/admin/subscribers/{id}/unsuppress", "admin:help"],
  ["POST", "/api/admin/subscribers/{id}/withdraw-email", "admin:changeDetails"],
  ["POST", "/api/admin/subscribers/bulk", "admin:help"],
  ["GET", "/api/admin/subscribers/export", "admin:manageData"],
  ["GET", "/api/admin/subscribers/views", "admin:view"],
  ["POST", "/api/admin/subscribers/views", "admin:view"],
  ["DELETE", "/api/admin/subscribers/views/{id}", "admin:view"],
  ["GET", "/api/admin/team", "admin:manage"],
  ["POST", "/api/admin/team/invitations", "admin:manage"],
  ["DELETE", "/api/admin/team/invitations/{id}", "admin:manage"],
  ["POST", "/api/admin/team/invitations/{id}/resend", "admin:manage"],
  ["PUT", "/api/admin/team/members/{id}", "admin:manage"],
  ["POST", "/api/admin/team/members/{id}/{action}", "admin:manage"],
  ["PUT", "/api/admin/team/two-factor", "admin:manage"],
  ["GET", "/api/admin/today", "admin:view"],
  ["GET", "/api/admin/today/attention", "admin:view"],
  ["POST", "/api/admin/today/attention/seen", "admin:help"],
  ["POST", "/api/admin/today/resume", "admin:manage"],
  ["POST", "/api/admin/today/retry-reports", "admin:help"],
  ["GET", "/api/admin/tokens", "admin:manage"],
  ["POST", "/api/admin/tokens", "admin:manage"],
  ["DELETE", "/api/admin/tokens/{id}", "admin:manage"],
  ["GET", "/api/admin/webhooks", "admin:manage"],
  ["POST", "/api/admin/webhooks", "admin:manage"],
  ["PUT", "/api/admin/webhooks/{id}", "admin:manage"],
  ["DELETE", "/api/admin/webhooks/{id}", "admin:manage"],
  ["GET", "/api/admin/webhooks/{id}/deliveries", "admin:manage"],
  ["POST", "/api/admin/webhooks/{id}/replay", "admin:manage"],
  ["POST", "/api/admin/webhooks/{id}/secret", "admin:manage"],
  ["POST", "/api/admin/webhooks/{id}/test", "admin:manage"],
  ["GET", "/api/auth/{nextauth}", "public"],
  ["POST", "/api/auth/{nextauth}", "public"],
  ["POST", "/api/auth/logout", "public"],
  ["POST", "/api/auth/magic-link", "public"],
  ["GET", "/api/auth/verify", "public"],
  ["HEAD", "/api/auth/verify", "public"],
  ["POST", "/api/browser-errors", "public"],
  ["POST", "/api/change-email/{token}", "signed link"],
  ["POST", "/api/change-email/stop/{token}", "signed link"],
  ["POST", "/api/confirm-email/{token}", "signed link"],
  ["POST", "/api/csp-reports", "public"],
  ["GET", "/api/daily-messages", "admin:view"],
  ["POST", "/api/daily-messages", "admin:write"],
  ["GET", "/api/daily-messages/{id}", "admin:view"],
  ["PUT", "/api/daily-messages/{id}", "admin:write"],
  ["DELETE", "/api/daily-messages/{id}", "admin:write"],
  ["GET", "/api/daily-messages/{id}/revisions", "admin:write"],
  ["GET", "/api/daily-messages/{id}/revisions/{number}", "admin:write"],
  ["GET", "/api/daily-messages/approval", "admin:view"],
  ["POST", "/api/daily-messages/approval", "admin:approve"],
  ["GET", "/api/daily-messages/calendar", "admin:view"],
  ["POST", "/api/daily-messages/checks", "admin:write"],
  ["POST", "/api/daily-messages/checks/waivers", "admin:write"],
  ["GET", "/api/daily-messages/days-off", "admin:view"],
  ["PUT", "/api/daily-messages/days-off/{date}", "admin:write"],
  ["DELETE", "/api/daily-messages/days-off/{date}", "admin:write"],
  ["POST", "/api/daily-messages/preview", "admin:write"],
  ["GET", "/api/daily-messages/progress", "admin:view"],
  ["POST", "/api/daily-messages/test", "admin:write"],
  ["POST", "/api/email-onboarding", "public"],
  ["GET", "/api/health", "public"],
  ["GET", "/api/health/delivery", "anyone or metrics token"],
  ["GET", "/api/images", "admin:write"],
  ["POST", "/api/images", "admin:write"],
  ["DELETE", "/api/images", "admin:write"],
  ["PUT", "/api/images/{id}", "admin:write"],
  ["DELETE", "/api/images/{id}", "admin:write"],
  ["POST", "/api/mcp", "admin:view"],
  ["GET", "/api/metrics", "metrics token"],
  ["GET", "/api/onboarding/{id}", "checkout or subscriber"],
  ["POST", "/api/onboarding/{id}/phone", "checkout or subscriber"],
  ["GET", "/api/openapi.json", "public"],
  ["GET", "/api/posts", "anyone or admin"],
  ["POST", "/api/posts", "admin:write"],
  ["GET", "/api/posts/{id}", "anyone or admin"],
  ["PUT", "/api/posts/{id}", "admin:write"],
  ["DELETE", "/api/posts/{id}", "admin:write"],
  ["POST", "/api/posts/{id}/restore", "admin:write"],
  ["GET", "/api/posts/{id}/revisions", "admin:write"],
  ["GET", "/api/posts/{id}/revisions/{number}", "admin:write"],
  ["POST", "/api/posts/import", "admin:write"],
  ["GET", "/api/posts/moved", "public"],
  ["GET", "/api/posts/slugs", "admin:write"],
  ["GET", "/api/r/{slug}", "anyone or admin"],
  ["POST", "/api/send-confirmation-sms", "checkout or subscriber"],
  ["POST", "/api/sms-consent", "checkout or subscriber"],
  ["POST", "/api/subscription/cancel", "subscriber"],
  ["POST", "/api/subscription/cancel-second", "checkout or subscriber"],
  ["POST", "/api/subscription/keep", "subscriber"],
  ["GET", "/api/subscription/plan", "subscriber"],
  ["POST", "/api/subscription/plan", "subscriber"],
  ["DELETE", "/api/subscription/plan", "subscriber"],
  ["GET", "/api/subscription/start-now", "checkout or subscriber"],
  ["POST", "/api/subscription/start-now", "checkout or subscriber"],
  ["POST", "/api/test-webhook", "admin:write"],
  ["GET", "/api/unsubscribe/{token}", "signed link"],
  ["POST", "/api/unsubscribe/{token}", "signed link"],
  ["GET", "/api/user", "subscriber"],
  ["POST", "/api/user/billing-portal", "subscriber"],
  ["POST", "/api/user/channels", "subscriber"],
  ["POST", "/api/user/delete", "subscriber"],
  ["GET", "/api/user/deliveries", "subscriber"],
  ["POST", "/api/user/deliveries/resend", "subscriber"],
  ["GET", "/api/user/export", "subscriber"],
  ["POST", "/api/user/pause", "subscriber"],
  ["DELETE", "/api/user/pause", "subscriber"],
  ["POST", "/api/user/phone", "subscriber"],
  ["POST", "/api/user/phone/confirm", "subscriber"],
  ["POST", "/api/user/update", "subscriber"],
  ["POST", "/api/webhooks/paddle", "signed by paddle"],
  ["POST", "/api/webhooks/postmark", "signed by postmark"],
  ["POST", "/api/webhooks/twilio/inbound", "signed by twilio"],
  ["POST", "/api/webhooks/twilio/status", "signed by twilio"],
];

const methods = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
const kits: Record<string, string> = {
  route: "@/lib/http/route/route",
  personAction: "@/lib/http/route/person-action",
  // These are authorized by a signature, which their definitions can't leave out.
  webhook: "@/lib/http/route/webhook",
  signedLink: "@/lib/http/route/signed-link",
  confirmationLink: "@/lib/http/route/signed-link",
};

/** The problems of a route file: methods not made with the kit, or without a stated access. */
function problemsOf(source: string): string[] {
  const { program } = parseSync("route.ts", source);
  const imported = importedNames(program);
  const problems: string[] = [];
  let handlers = 0;
  for (const statement of program.body) {
    if (statement.type === "ExportAllDeclaration") problems.push("exports what it does not name");
    if (statement.type !== "ExportNamedDeclaration") continue;
    if (statement.specifiers.length > 0) problems.push("exports what it does not make here");
    const { declaration } = statement;
    if (declaration?.type === "FunctionDeclaration") {
      problems.push(`${declaration.id?.name ?? "?"} is not made with the kit`);
    }
    if (declaration?.type !== "VariableDeclaration") continue;
    for (const { id, init } of declaration.declarations) {
      const name = id.type === "Identifier" ? id.name : "?";
      if (name !== "?" && !methods.has(name)) continue;
      handlers += 1;
      const kit =
        init?.type === "CallExpression" && init.callee.type === "Identifier"
          ? init.callee.name
          : "";
      if (init?.type !== "CallExpression" || imported.get(kit) !== (kits[kit] ?? "")) {
        problems.push(`${name} is not made with the kit`);
        continue;
      }
      const [definition] = init.arguments;
      const states =
        definition?.type === "ObjectExpression" &&
        definition.properties.some(
          (property) =>
            property.type === "Property" &&
            property.key.type === "Identifier" &&
            property.key.name === "access",
        );
      if ((kit === "route" || kit === "personAction") && !states)
        problems.push(`${name} doesn't state its access`);
    }
  }
  if (handlers === 0) problems.push("has no handler");
  return problems;
}

function importedNames(program: Program): Map<string, string> {
  const names = new Map<string, string>();
  for (const statement of program.body) {
    if (statement.type !== "ImportDeclaration") continue;
    for (const specifier of statement.specifiers) {
      names.set(specifier.local.name, statement.source.value);
    }
  }
  return names;
}

test("every method of every path is open to those in the table, and no other path is there", async () => {
  const routes = await readRoutes();
  const found = routes.map(({ method, path, reference }) => [method, path, reference.access.name]);
  expect(found).toEqual(accessTable);
});

describe("every route under app/api", () => {
  const files = globSync("app/api/**/route.{ts,tsx}");

  test("is found", () => {
    expect(files.length).toBeGreaterThan(9);
  });

  test.each(files)("%s uses the kit and states its access", (file) => {
    expect(problemsOf(readFileSync(file, "utf8"))).toEqual([]);
  });
});

describe("finds a violation", () => {
  const kit = 'import { route } from "@/lib/http/route/route";\n';

  test.each([
    [`${kit}export const GET = route({ access: "public", handler: () => 1 });`, []],
    [`${kit}export const GET = route({ handler: () => 1 });`, ["GET doesn't state its access"]],
    [`${kit}export async function POST() {}`, ["POST is not made with the kit", "has no handler"]],
    [`${kit}export const PUT = () => new Response();`, ["PUT is not made with the kit"]],
    [
      'import { route } from "./mine";\nexport const GET = route({ access: "public" });',
      ["GET is not made with the kit"],
    ],
    ["export const GET = open({});", ["GET is not made with the kit"]],
    [
      "const GET = () => 1;\nexport { GET };",
      ["exports what it does not make here", "has no handler"],
    ],
    ['export * from "./other";', ["exports what it does not name", "has no handler"]],
  ])("in %s", (source, problems) => {
    expect(problemsOf(source)).toEqual(problems);
  });
});

test("tokens are accepted where a permission is asked for, but not for the team, tokens, and a new address's approval", async () => {
  const routes = (await readRoutes()).filter(({ reference }) => {
    return reference.access.name.startsWith("admin:");
  });
  expect(routes.length).toBeGreaterThan(15);
  for (const { path, reference } of routes) {
    const accepts = reference.access.security.some((each) => "apiToken" in each);
    const isRefused = /^\/api\/admin\/(?:team|tokens)\b|\/approve-email$/.test(path);
    expect([path, accepts]).toEqual([path, !isRefused]);
  }
});
