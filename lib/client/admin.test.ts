import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { adminRequest, onSessionEnd, type AskToLogIn } from "./admin";

const ask = vi.fn<AskToLogIn>();
let stopAsking: () => void;

beforeEach(() => {
  ask.mockReset().mockResolvedValue(false);
  stopAsking = onSessionEnd(ask);
});

afterEach(() => {
  stopAsking();
  vi.unstubAllGlobals();
});

function refuseWith(status: number, body: object): void {
  vi.stubGlobal("fetch", () => Promise.resolve(Response.json(body, { status })));
}

it.each<[string, number, object]>([
  ["nobody is logged in", 401, { message: "Please log in to continue." }],
  [
    "only a subscriber is logged in",
    403,
    { message: "You don’t have permission to do this.", code: "admin_login_required" },
  ],
])("asks for a login when %s", async (_, status, body) => {
  refuseWith(status, body);
  await expect(adminRequest("/api/admin/team")).rejects.toMatchObject({ status });
  expect(ask).toHaveBeenCalledTimes(1);
});

it.each<[string, { message: string; code?: string }]>([
  [
    "a call that the role doesn’t include",
    { message: "Your role doesn’t include this.", code: "role_not_allowed" },
  ],
  [
    "a refund over the role's limit",
    { message: "Your role can refund up to $40 in total. An owner can refund more." },
  ],
  [
    "an approval of your own change",
    { message: "You saved it last, so someone else has to approve it." },
  ],
])("says why %s was refused, without asking for a login", async (_, body) => {
  refuseWith(403, body);
  const refused = adminRequest("/api/admin/team", { method: "POST" });
  await expect(refused).rejects.toMatchObject({ status: 403, userMessage: body.message });
  expect(ask).not.toHaveBeenCalled();
});
