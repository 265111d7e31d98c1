import { NextRequest } from "next/server";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { encodeSessionToken } from "@/lib/http/auth/session-token";
import middleware, { config } from "@/middleware";

const secret = "a secret for tests alone, long enough";
const sid = "0b8d8f0e-53b4-4c6e-9a3e-3f7f5f6a1c11";

beforeEach(() => {
  vi.stubEnv("AUTH_SECRET", secret);
  vi.stubEnv("AUTH_SECRET_PREVIOUS", "");
  vi.stubEnv("SITE_URL", "http://localhost:3000");
});

afterAll(() => vi.unstubAllEnvs());

async function visit(path: string, cookie?: string): Promise<string> {
  const headers = cookie === undefined ? {} : { cookie };
  const response = await middleware(new NextRequest(`http://localhost:3000${path}`, { headers }));
  return response.headers.get("location") ?? "let through";
}

const names = { admin: "threeline-admin-session", subscriber: "threeline-session" };

const cookieOf = async (role: "admin" | "subscriber", key = secret) =>
  `${names[role]}=${await encodeSessionToken({ sid, kind: role }, key, 60)}`;

describe("the middleware", () => {
  test("runs on Node, for the guarded pages", () => {
    expect(config).toEqual({
      matcher: [
        "/account/details",
        "/content-management/:path*",
        "/daily-messages-admin",
        "/admin-security",
        "/admin/:path*",
      ],
      runtime: "nodejs",
    });
  });

  test.each([
    ["/account/details", "http://localhost:3000/account"],
    ["/content-management", "http://localhost:3000/cms-login-fpng"],
    ["/daily-messages-admin", "http://localhost:3000/cms-login-fpng"],
    ["/admin-security", "http://localhost:3000/cms-login-fpng"],
    ["/admin", "http://localhost:3000/cms-login-fpng"],
    ["/admin/money", "http://localhost:3000/cms-login-fpng"],
  ])("leads signed-out people from %s to %s", async (path, login) => {
    expect(await visit(path)).toBe(login);
    expect(await visit(path, "threeline-session=forged; threeline-admin-session=forged")).toBe(
      login,
    );
    expect(await visit(path, await cookieOf("admin", "another secret, also long enough"))).toBe(
      login,
    );
  });

  test.each([
    ["admin", "/content-management", "let through"],
    ["admin", "/daily-messages-admin", "let through"],
    ["admin", "/account/details", "http://localhost:3000/account"],
    ["subscriber", "/account/details", "let through"],
    ["subscriber", "/content-management", "http://localhost:3000/cms-login-fpng"],
  ] as const)("%s at %s: %s", async (role, path, expected) => {
    expect(await visit(path, await cookieOf(role))).toBe(expected);
  });

  test("lets a browser with both sessions through everywhere", async () => {
    const both = `${await cookieOf("admin")}; ${await cookieOf("subscriber")}`;
    const visits = config.matcher.map((path) => visit(path, both));
    expect(new Set(await Promise.all(visits))).toEqual(new Set(["let through"]));
  });

  test("refuses one role's session under the other role's cookie name", async () => {
    const [, value] = (await cookieOf("subscriber")).split("=");
    expect(await visit("/content-management", `threeline-admin-session=${value}`)).toBe(
      "http://localhost:3000/cms-login-fpng",
    );
  });

  test("accepts a session from before the secret was rotated", async () => {
    const cookie = await cookieOf("admin");
    vi.stubEnv("AUTH_SECRET", "the next secret for tests alone, long enough");
    expect(await visit("/content-management", cookie)).toBe("http://localhost:3000/cms-login-fpng");
    vi.stubEnv("AUTH_SECRET_PREVIOUS", secret);
    expect(await visit("/content-management", cookie)).toBe("let through");
  });

  test("accepts nothing without a secret", async () => {
    vi.stubEnv("AUTH_SECRET", "");
    expect(await visit("/content-management", await cookieOf("admin", ""))).toBe(
      "http://localhost:3000/cms-login-fpng",
    );
  });

  test("accepts only the __Host- cookie when the site is served over https", async () => {
    vi.stubEnv("SITE_URL", "https://threeline.example");
    const cookie = await cookieOf("admin");
    expect(await visit("/content-management", cookie)).toBe("http://localhost:3000/cms-login-fpng");
    expect(await visit("/content-management", `__Host-${cookie}`)).toBe("let through");
  });
});
