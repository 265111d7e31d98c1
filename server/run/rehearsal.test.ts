import { expect, test } from "vitest";
import { requireNoDelivery } from "./rehearsal";

const mailOf = (isDelivering: boolean) => ({
  readServer: () => Promise.resolve({ name: "Main", isDelivering }),
});

test("a rehearsal starts with a server that delivers nothing", async () => {
  await expect(requireNoDelivery(mailOf(false))).resolves.toBeUndefined();
});

test("a rehearsal doesn't start with one that delivers", async () => {
  await expect(requireNoDelivery(mailOf(true))).rejects.toThrow(
    "The server Main at Postmark delivers to anyone, and PADDLE_API_KEY belongs to Paddle's sandbox.",
  );
});

test("a rehearsal doesn't start while Postmark doesn't say", async () => {
  const mail = { readServer: () => Promise.reject(new Error("Request failed")) };
  await expect(requireNoDelivery(mail)).rejects.toThrow(
    "Can't ask Postmark whether the server of POSTMARK_SERVER_TOKEN delivers: Request failed.",
  );
});
