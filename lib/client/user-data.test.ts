import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { refreshUserData, signOut } from "./account";
import { FetchError } from "./fetcher";
import { clearUserData, readUserData, subscribeToUserData, writeUserData } from "./user-data";
import type { UserData } from "@/lib/contracts/account";

const ada: UserData = {
  email: "ada@example.com",
  timezone: "Europe/London",
  status: "Free Trial",
  subscriptionId: "sub_1",
  firstChargeDate: "2025-03-12",
  nextChargeDate: "2025-03-12",
  name: "Ada",
  phone: null,
};

/** A fake window: storage that can refuse, and events from other tabs. */
function openWindow() {
  const stored = new Map<string, string>();
  const refusing = () => {
    throw new DOMException("refused", "SecurityError");
  };
  const target = new EventTarget();
  const localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  };
  vi.stubGlobal("localStorage", localStorage);
  vi.stubGlobal("addEventListener", target.addEventListener.bind(target));
  vi.stubGlobal("removeEventListener", target.removeEventListener.bind(target));
  return {
    stored,
    refuse: () =>
      Object.assign(localStorage, { getItem: refusing, setItem: refusing, removeItem: refusing }),
    changeInAnotherTab: (key: string | null) =>
      target.dispatchEvent(Object.assign(new Event("storage"), { key })),
  };
}

let browser: ReturnType<typeof openWindow>;

beforeEach(() => {
  browser = openWindow();
  clearUserData();
});

afterEach(() => vi.unstubAllGlobals());

describe("user data", () => {
  test("is written, read, and cleared", () => {
    expect(readUserData()).toBeNull();
    writeUserData(ada);
    expect(JSON.parse(browser.stored.get("userData") ?? "")).toEqual(ada);
    expect(readUserData()).toEqual(ada);
    expect(readUserData()).toBe(readUserData());
    clearUserData();
    expect(readUserData()).toBeNull();
    expect(browser.stored.size).toBe(0);
  });

  test.each([
    "",
    "{",
    "null",
    "[]",
    '"ada"',
    '{"email":"ada@example.com"}',
    JSON.stringify({ ...ada, email: 1 }),
  ])("is null when the stored text is %s", (text) => {
    browser.stored.set("userData", text);
    expect(readUserData()).toBeNull();
  });

  test("drops unknown fields", () => {
    browser.stored.set("userData", JSON.stringify({ ...ada, isAdmin: true }));
    expect(readUserData()).toEqual(ada);
  });

  test("stays in memory when the browser blocks storage", () => {
    browser.refuse();
    writeUserData(ada);
    expect(readUserData()).toEqual(ada);
    clearUserData();
    expect(readUserData()).toBeNull();
  });

  test("notifies of changes in this tab and in others", () => {
    const onChange = vi.fn<() => void>();
    const unsubscribe = subscribeToUserData(onChange);
    writeUserData(ada);
    expect(onChange).toHaveBeenCalledTimes(1);
    browser.changeInAnotherTab("userData");
    browser.changeInAnotherTab(null);
    expect(onChange).toHaveBeenCalledTimes(3);
    browser.changeInAnotherTab("theme");
    expect(onChange).toHaveBeenCalledTimes(3);
    unsubscribe();
    clearUserData();
    browser.changeInAnotherTab("userData");
    expect(onChange).toHaveBeenCalledTimes(3);
  });
});

describe("account calls", () => {
  const answer = (body: unknown, status = 200) =>
    vi.stubGlobal("fetch", () => Promise.resolve(Response.json(body, { status })));

  test("refresh the user data", async () => {
    answer(ada);
    expect(await refreshUserData()).toEqual(ada);
    expect(readUserData()).toEqual(ada);
  });

  test("keep the user data when they fail", async () => {
    writeUserData(ada);
    answer({ message: "Please log in to continue." }, 401);
    await expect(refreshUserData()).rejects.toThrow(FetchError);
    expect(readUserData()).toEqual(ada);
  });

  test("clear the user data on sign-out", async () => {
    writeUserData(ada);
    answer({ success: true, message: "Logged out" });
    await signOut();
    expect(readUserData()).toBeNull();
  });

  test.each<[string, string, typeof fetch]>([
    ["can’t be reached", "Failed to fetch", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["fails", "500", () => Promise.resolve(new Response("", { status: 500 }))],
    [
      "doesn’t respond in time",
      "late",
      (_, init) =>
        new Promise((_resolve, reject) => {
          init?.signal?.addEventListener("abort", () => reject(init.signal?.reason));
        }),
    ],
  ])(
    "clear the user data on sign-out, and throw, when the server %s",
    async (_, message, fetching) => {
      writeUserData(ada);
      vi.stubGlobal("fetch", fetching);
      const timeout = vi.spyOn(AbortSignal, "timeout").mockImplementation((timeoutMs) => {
        expect(timeoutMs).toBe(10_000);
        const controller = new AbortController();
        setImmediate(() => controller.abort(new DOMException("late", "TimeoutError")));
        return controller.signal;
      });
      onTestFinished(() => timeout.mockRestore());
      await expect(signOut()).rejects.toThrow(message);
      expect(readUserData()).toBeNull();
    },
  );
});
