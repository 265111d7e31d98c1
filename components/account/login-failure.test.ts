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
    advice: "Check it for typos, or try the address you paid with.",
  });
});

test("an outage reads as service temporarily unavailable, with the server's message", () => {
  const error = answered(503, "Our email provider is down.", "service_unavailable");
  expect(readLoginFailure(error)).toEqual({
    title: "Service temporarily unavailable",
    description: "Our email provider is down.",
    advice: "Try again in a few minutes.",
  });
});

// The words are the product spec's, section 6.1.
test.each([
  ["We couldn’t find this email", "Account not found"],
  ["User not found", "Account not found"],
  ["Could not find the user", "Account not found"],
  ["No active account", "Account not found"],
  ["Login is unavailable", "Service temporarily unavailable"],
  ["The email service doesn’t answer", "Service temporarily unavailable"],
])("without a code, “%s” reads as “%s”", (message, title) => {
  expect(readLoginFailure(answered(500, message)).title).toBe(title);
});

test.each([
  ["a known code", answered(429, "Too many attempts.", "too_many_requests"), "Too many attempts."],
  ["no known words", answered(400, "Please try later."), "Please try later."],
  [
    "a code that outranks words",
    answered(429, "Login not found", "too_many_requests"),
    "Login not found",
  ],
  ["no message", answered(500), "We couldn’t reach the server. Please try again."],
  [
    "no answer",
    new TypeError("Failed to fetch"),
    "We couldn’t reach the server. Please try again.",
  ],
])("any other failure shows the server's message: %s", (_name, error, description) => {
  expect(readLoginFailure(error)).toMatchObject({
    title: "Error sending login link",
    description,
  });
});

test.each([
  [400, "Check it for typos."],
  [429, "Check your inbox for a link that’s already there, or wait a while."],
  [500, "Try again in a few minutes."],
])("after a %s, the field says: %s", (status, advice) => {
  expect(readLoginFailure(answered(status, "Something.")).advice).toBe(advice);
});
