import { describe, expect, test } from "vitest";
import { requireGoodPassword } from "./password-rules";

const owner = { username: "jane@example.com", email: "j.doe@work.example", hasSecondFactor: false };
const protectedOwner = { ...owner, hasSecondFactor: true };

const tooShort = "Passwords must be at least 15 characters.";
const tooShortWithFactor = "Passwords must be at least 8 characters.";
const common = "This password is too common. Choose a different one.";
const name = "Passwords can’t contain your username, your email address, or the product’s name.";

describe("requireGoodPassword", () => {
  test.each([
    ["fifteen letters", owner, "ribbon-gull-sea"],
    ["eight letters next to a second factor", protectedOwner, "gull-sea"],
    ["a phrase with spaces", owner, "correct horse battery"],
    ["letters outside English", owner, "größe öl überall"],
    ["a name too short to matter", { ...owner, username: "jo" }, "john and josephine"],
  ])("accepts %s", async (_, person, password) => {
    await expect(requireGoodPassword(password, person)).resolves.toBeUndefined();
  });

  test.each([
    ["fourteen letters", owner, "ribbon-gull-se", tooShort],
    ["seven letters next to a second factor", protectedOwner, "gull-se", tooShortWithFactor],
    ["seven emoji", protectedOwner, "🦜🦜🦜🦜🦜🦜🦜", tooShortWithFactor],
    ["a common password", protectedOwner, "password", common],
    ["a common one in capitals", protectedOwner, "PassWord", common],
    ["a common one in full-width letters", protectedOwner, "ｐａｓｓｗｏｒｄ", common],
    ["a common one, twice", owner, "trustno1trustno1", common],
    ["one letter again and again", owner, "aaaaaaaaaaaaaaaa", common],
    ["a few letters again and again", owner, "abc123abc123abc123", common],
    ["the username", owner, "my jane@example.com", name],
    ["the product’s name", owner, "my Threeline password", name],
    ["the start of the address", owner, "hello J.Doe and friends", name],
  ])("refuses %s", async (_, person, password, userMessage) => {
    await expect(requireGoodPassword(password, person)).rejects.toMatchObject({
      status: 400,
      userMessage,
    });
  });
});
