import { MutationObserver, QueryObserver } from "@tanstack/react-query";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as account from "./account";
import * as admin from "./admin";
import * as adminPosts from "./admin-posts";
import * as dailyMessages from "./daily-messages";
import * as onboarding from "./onboarding";
import * as posts from "./posts";
import { createQueryClient, refetchAll } from "./query-client";
import * as smsTest from "./sms-test";

const analytics = "https://stats.example/api/event";

let respond: () => Promise<Response>;
let events: unknown[] = [];

beforeEach(() => {
  events = [];
  vi.stubGlobal("navigator", {});
  vi.stubGlobal("document", { querySelector: () => ({ content: analytics }), referrer: "" });
  const fetching: typeof fetch = (url, { body } = {}) => {
    if (url !== analytics) return respond();
    const { name, props } = JSON.parse(typeof body === "string" ? body : "");
    events.push({ name, ...props });
    return Promise.resolve(new Response());
  };
  vi.stubGlobal("fetch", fetching);
});

afterEach(() => vi.unstubAllGlobals());

function visit(pathname: string): void {
  vi.stubGlobal("location", {
    href: `https://threeline.example${pathname}`,
    hostname: "threeline.example",
    pathname,
  });
}

const shown = (screen: string, kind: string) => [{ name: "error shown", screen, kind }];

const changes = { email: "alex@sample.example", timezone: "Europe/London" } as const;
const signUp = { ...changes, threelineUid: "uid_1", termsAgreed: true } as const;

describe("a failed change is reported", () => {
  test.each<[string, string, () => Promise<unknown>]>([
    ["/onboarding", "/onboarding", () => onboarding.submitEmailOnboarding(signUp)],
    ["/onboarding-success/7", "/onboarding-success/{id}", () => onboarding.savePhoneNumber(7, "")],
    ["/onboarding-2/7", "/onboarding-2/{id}", () => onboarding.giveSmsConsent(7)],
    ["/onboarding-3/7", "/onboarding-3/{id}", () => onboarding.resendConfirmationText("+1")],
    ["/account", "/account", () => account.requestLoginLink("alex@sample.example")],
    ["/auth/verify", "/auth/verify", () => account.signOut()],
    ["/account/details", "/account/details", () => account.updateAccount(changes)],
    ["/account/details", "/account/details", () => account.startPhoneChange("+14155550123")],
    ["/account/details", "/account/details", () => account.switchChannels({ emailEnabled: true })],
    ["/account/details", "/account/details", () => account.resendTodaysBriefing("email")],
    ["/account/details", "/account/details", () => account.visitBillingPortal()],
    ["/account/details", "/account/details", () => account.downloadData()],
    ["/account/details", "/account/details", () => account.deleteAccount("alex@sample.example")],
    ["/cms-login-fpng", "/cms-login-fpng", () => admin.logIn({ username: "a", password: "b" })],
    ["/content-management", "/content-management", () => adminPosts.deletePost(7)],
    ["/daily-messages-admin", "/daily-messages-admin", () => dailyMessages.deleteDailyMessage(7)],
    ["/test-make-sms", "/test-make-sms", () => smsTest.requestTestText("+14155550123")],
  ])("on %s", async (path, screen, mutationFn) => {
    visit(path);
    respond = () => Promise.resolve(Response.json({ message: "Alex, no." }, { status: 500 }));
    const observer = new MutationObserver(createQueryClient(), { mutationFn });
    await expect(observer.mutate()).rejects.toThrow(Error);
    expect(events).toEqual(shown(screen, "500"));
  });

  test.each<[string, () => Promise<Response>, string]>([
    [
      "the server's code",
      () => Promise.resolve(Response.json({ message: "No.", code: "slug_taken" }, { status: 409 })),
      "slug_taken",
    ],
    ["the status", () => Promise.resolve(new Response("", { status: 429 })), "429"],
    ["no answer", () => Promise.reject(new TypeError("Failed to fetch")), "no_answer"],
  ])("with %s", async (_, answer, kind) => {
    visit("/account");
    respond = answer;
    const observer = new MutationObserver(createQueryClient(), {
      mutationFn: () => account.requestLoginLink("alex@sample.example"),
    });
    await expect(observer.mutate()).rejects.toThrow(Error);
    expect(events).toEqual(shown("/account", kind));
  });
});

describe("a failed load", () => {
  beforeEach(() => {
    respond = () => Promise.reject(new TypeError("Failed to fetch"));
  });

  test("is reported where the screen says so", async () => {
    const client = createQueryClient();
    visit("/onboarding-success/7");
    await expect(client.fetchQuery(onboarding.onboardingRecord("7"))).rejects.toThrow("Failed");
    visit("/account/details");
    await expect(client.fetchQuery(account.deliveriesQuery([]))).rejects.toThrow("Failed");
    visit("/read");
    await expect(client.fetchInfiniteQuery(posts.postsAfter(60))).rejects.toThrow("Failed");
    visit("/content-management");
    await expect(client.fetchInfiniteQuery(adminPosts.adminPosts(""))).rejects.toThrow("Failed");
    visit("/daily-messages-admin");
    await expect(client.fetchInfiniteQuery(dailyMessages.dailyMessages())).rejects.toThrow(
      "Failed",
    );
    expect(events).toEqual([
      ...shown("/onboarding-success/{id}", "no_answer"),
      ...shown("/account/details", "no_answer"),
      ...shown("/read", "no_answer"),
      ...shown("/content-management", "no_answer"),
      ...shown("/daily-messages-admin", "no_answer"),
    ]);
  });

  test("isn't reported where the screen keeps quiet about it", async () => {
    visit("/content-management");
    const client = createQueryClient();
    await expect(client.fetchQuery(admin.adminSession())).rejects.toThrow("Failed");
    await expect(client.fetchQuery(adminPosts.freeSlugs({ start: "k" }))).rejects.toThrow("Failed");
    const progress = dailyMessages.deliveryProgress("2026-11-18");
    await expect(client.fetchQuery(progress)).rejects.toThrow("Failed");
    expect(events).toEqual([]);
  });
});

describe("refetchAll", () => {
  test.each(["with nothing loaded yet", "with data from before"])(
    "replaces what is being loaded, %s",
    async (state) => {
      const client = createQueryClient();
      if (state === "with data from before") client.setQueryData(["images", 1], "oldest");
      const answers: ((text: string) => void)[] = [];
      const queryFn = () =>
        new Promise<string>((resolve) => {
          answers.push(resolve);
        });
      const observer = new QueryObserver(client, { queryKey: ["images", 1], queryFn });
      const stop = observer.subscribe(() => {});
      if (state === "with data from before") void observer.refetch();
      const refetched = refetchAll(client, ["images"]);
      await vi.waitUntil(() => answers.length > 1, { timeout: 20_000 });
      answers[0]?.("before the change");
      answers[1]?.("after the change");
      await refetched;
      expect(observer.getCurrentResult().data).toBe("after the change");
      stop();
    },
  );
});
