import { expect, test } from "vitest";
import { loggedPath, routeOf } from "./logged-path";

test.each([
  ["http://localhost:3000/api/posts/7?q=oil", "/api/posts/7"],
  ["http://localhost:3000/api/unsubscribe/MTc.abc-_def", "/api/unsubscribe/[token]"],
  ["http://localhost:3000/api/unsubscribe/MTc.abc/more", "/api/unsubscribe/[token]"],
  ["http://localhost:3000/unsubscribe/MTc.abc", "/unsubscribe/[token]"],
  ["http://localhost:3000/confirm-email/MTc.abc", "/confirm-email/[token]"],
  ["http://localhost:3000/change-email/MTc.abc", "/change-email/[token]"],
  ["http://localhost:3000/api/change-email/MTc.abc", "/api/change-email/[token]"],
  ["http://localhost:3000/change-email/stop/MTc.abc", "/change-email/[token]"],
  ["http://localhost:3000/api/change-email/stop/MTc.abc", "/api/change-email/[token]"],
  ["http://localhost:3000/api/confirm-email/MTc.abc", "/api/confirm-email/[token]"],
  ["http://localhost:3000/auth/verify?token=secret", "/auth/verify"],
  ["http://localhost:3000/api/auth/verify/secret", "/api/auth/verify/[token]"],
])("%s is logged as %s", (url, path) => {
  expect(loggedPath(url)).toBe(path);
});

test.each([
  [
    "/api/admin/subscribers/17/timeline?q=jane%40example.com",
    "/api/admin/subscribers/{id}/timeline",
  ],
  ["/api/audit/0b8e9a52-6f2f-4a5e-9a53-0d6b6f3a1b11", "/api/audit/{id}"],
  ["/unsubscribe/MTc.abc", "/unsubscribe/[token]"],
  ["/read/fed-holds-rates", "/read/fed-holds-rates"],
  ["/api/r/jane%40example.com", "/api/r/{other}"],
  ["/api/r/+14155550123", "/api/r/{other}"],
  ["/api/r/a14155550123", "/api/r/{other}"],
  ["/account/c2VjcmV0LXRva2Vu", "/account/{other}"],
  ["//evil.example/x", "/evil.example/x"],
  ["*", "/{other}"],
  ["http://[", "{invalid}"],
])("%s is the route %s", (path, route) => {
  expect(routeOf(path)).toBe(route);
});
