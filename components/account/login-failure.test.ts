import { expect, test } from "vitest";
import { FetchError } from "@/lib/client/fetcher";
import { readLoginFailure } from "./login-failure";

const answered = (status: number, message?: string, code?: string) =>
  new FetchError(status, message, code, "body");

test("an unknown address reads as account not found, whatever the message says", () => {
  const error = answered(404, "No such address.", "account_not_found");
  expect(readLoginFailure(error)).toEqual({
    title: "Account not found",
    description:
      "This email address is not associated with an active account. Only existing users can log in.",
  });
});

test("an outage reads as service temporarily unavailable, with the server's message", () => {
  const error = answered(503, "Our email provider is down.", "service_unavailable");
  expect(readLoginFailure(error)).toEqual({
    title: "Service temporarily unavailable",
    description: "Our email provider is down.",
  });
});

test.each([
  ["a known code", answered(429, "Too many attempts.", "too_many_requests"), "Too many attempts."],
  ["no code", answered(400, "User not found"), "User not found"],
  ["no message", answered(500), "We couldn't reach the server. Please try again."],
  [
    "no answer",
    new TypeError("Failed to fetch"),
    "We couldn't reach the server. Please try again.",
  ],
])("any other failure shows the server's message: %s", (_name, error, description) => {
  expect(readLoginFailure(error)).toEqual({
    title: "Error sending login link",
    description,
  });
});
