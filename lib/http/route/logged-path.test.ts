import { expect, test } from "vitest";
import { loggedPath } from "./logged-path";

test.each([
  ["http://localhost:3000/api/posts/7?q=oil", "/api/posts/7"],
  ["http://localhost:3000/api/unsubscribe/MTc.abc-_def", "/api/unsubscribe/[token]"],
  ["http://localhost:3000/api/unsubscribe/MTc.abc/more", "/api/unsubscribe/[token]"],
  ["http://localhost:3000/unsubscribe/MTc.abc", "/unsubscribe/[token]"],
  ["http://localhost:3000/confirm-email/MTc.abc", "/confirm-email/[token]"],
  ["http://localhost:3000/change-email/MTc.abc", "/change-email/[token]"],
  ["http://localhost:3000/api/change-email/MTc.abc", "/api/change-email/[token]"],
  ["http://localhost:3000/api/confirm-email/MTc.abc", "/api/confirm-email/[token]"],
  ["http://localhost:3000/auth/verify?token=secret", "/auth/verify"],
  ["http://localhost:3000/api/auth/verify/secret", "/api/auth/verify/[token]"],
])("%s is logged as %s", (url, path) => {
  expect(loggedPath(url)).toBe(path);
});
