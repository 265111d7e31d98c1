import { describe, expect, test } from "vitest";
import { FetchError } from "@/lib/client/fetcher";
import { readOnboardingFailure } from "./failure";

const answered = (status: number, message?: string, code?: string) =>
  new FetchError(status, message, code, "body");

describe("readOnboardingFailure", () => {
  test.each([
    ["a 404", answered(404, "Not found."), { kind: "account-not-found" }],
    [
      "a 409 with its code",
      answered(409, "Taken", "duplicate_active_email"),
      { kind: "duplicate-email" },
    ],
    ["a 409 with a message", answered(409, "Taken."), { kind: "message", message: "Taken." }],
    [
      "a 409 without a message",
      answered(409),
      {
        kind: "message",
        message: "This email is already registered. Please use another email address.",
      },
    ],
    [
      "a 400 for a missing uid",
      answered(400, "Threeline UID is required", "uid_required"),
      { kind: "uid-missing" },
    ],
    [
      "a 400 for a missing uid, without a code",
      answered(400, "The Threeline UID is required."),
      { kind: "uid-missing" },
    ],
    [
      "a 400 for something else",
      answered(400, "Please enter a valid email address"),
      { kind: "message", message: "Please enter a valid email address" },
    ],
    [
      "a 500, even with the code of a missing uid",
      answered(500, "Threeline UID is required", "uid_required"),
      { kind: "message", message: "Threeline UID is required" },
    ],
    [
      "a 500 without a message",
      answered(500, ""),
      { kind: "message", message: "An error occurred. Please try again." },
    ],
    [
      "a network error",
      new TypeError("Failed to fetch"),
      { kind: "message", message: "An error occurred. Please try again." },
    ],
  ])("handles %s", (_name, error, failure) => {
    expect(readOnboardingFailure(error)).toEqual(failure);
  });
});
