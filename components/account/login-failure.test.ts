import { expect, test } from "vitest";
import { FetchError } from "@/lib/client/fetcher";
import { readLoginFailure } from "./login-failure";

const answered = (message: string | undefined) => new FetchError(400, message, undefined, "body");

const notFound = {
  kind: "account-not-found",
  title: "Account not found",
  description:
    "This email address is not associated with an active account. Only existing users can log in.",
};

test.each([
  "We can't find this email",
  "User not found",
  "Could not find an account",
  "There is no active account for this email",
])("%s", (message) => {
  expect(readLoginFailure(answered(message))).toEqual(notFound);
});

test.each(["Mail is unavailable at the moment.", "The Service is down."])("%s", (message) => {
  expect(readLoginFailure(answered(message))).toEqual({
    kind: "unavailable",
    title: "Service temporarily unavailable",
    description: message,
  });
});

test.each([
  [answered("Too many attempts."), "Too many attempts."],
  [answered(undefined), "We got no answer. Please try again."],
  [new TypeError("Failed to fetch"), "We got no answer. Please try again."],
])("anything else is an error in the server's words", (error, description) => {
  expect(readLoginFailure(error)).toEqual({
    kind: "other",
    title: "Error sending login link",
    description,
  });
});
