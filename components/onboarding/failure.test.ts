import { describe, expect, test } from "vitest";
import { FetchError } from "@/lib/client/fetcher";
import { readOnboardingFailure } from "./failure";

const answered = (status: number, message?: string, code?: string) =>
  new FetchError(status, message, code, "body");

describe("a failed e-mail onboarding", () => {
  test.each([
    ["404", answered(404, "Not found."), { kind: "account-not-found" }],
    [
      "409 with the code",
      answered(409, "Taken", "duplicate_active_email"),
      { kind: "duplicate-email" },
    ],
    ["409 with a sentence", answered(409, "Taken."), { kind: "message", message: "Taken." }],
    [
      "409 without one",
      answered(409),
      {
        kind: "message",
        message: "This email is already registered. Please use another email address.",
      },
    ],
    ["400 about the uid", answered(400, "Threeline UID is required"), { kind: "uid-missing" }],
    [
      "400 about something else",
      answered(400, "Please enter a valid email address"),
      { kind: "message", message: "Please enter a valid email address" },
    ],
    [
      "500 that mentions the uid",
      answered(500, "Threeline UID is required"),
      { kind: "message", message: "Threeline UID is required" },
    ],
    [
      "500 with nothing to say",
      answered(500, ""),
      { kind: "message", message: "An error occurred. Please try again." },
    ],
    [
      "no answer",
      new TypeError("Failed to fetch"),
      { kind: "message", message: "An error occurred. Please try again." },
    ],
  ])("%s", (_name, error, failure) => {
    expect(readOnboardingFailure(error)).toEqual(failure);
  });
});
