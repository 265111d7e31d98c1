import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { briefingMail, startSandbox } from "./harness";

let setting: Awaited<ReturnType<typeof startSandbox>>;

beforeAll(async () => {
  setting = await startSandbox();
});

afterEach(async () => {
  await setting.remove("/sandbox/clock");
  await setting.remove("/sandbox/messages");
});

afterAll(() => setting.stop());

async function listed(path: string): Promise<string[]> {
  const { body } = await setting.get(path);
  return (Array.isArray(body) ? body : []).map((message: { id: string }) => message.id);
}

describe("the clock", () => {
  it("tells real time until somebody sets it", async () => {
    expect((await setting.get("/sandbox/clock")).body).toMatchObject({
      rate: 1,
      simulated: false,
      revision: expect.any(Number),
    });
  });

  it("runs from where it was set, and dates what is accepted", async () => {
    const set = await setting.put("/sandbox/clock", { now: "2027-03-15T11:40:00Z", rate: 0.001 });
    expect(set.body).toMatchObject({
      now: expect.stringMatching(/^2027-03-15T11:40:00/),
      rate: 0.001,
      simulated: true,
      setTo: "2027-03-15T11:40:00.000Z",
    });
    await setting.mail.sendEmail(briefingMail("jane@example.com"));
    const since = await setting.get("/sandbox/messages?since=2027-03-15T11:40:00Z");
    expect(since.body).toMatchObject([
      { acceptedAt: expect.stringMatching(/^2027-03-15T11:40:00/) },
    ]);
    const later = await setting.get("/sandbox/messages?since=2027-03-15T11:41:00Z");
    expect(later.body).toEqual([]);
    const paced = await setting.put("/sandbox/clock", { rate: 60 });
    expect(paced.body).toMatchObject({ rate: 60, setTo: "2027-03-15T11:40:00.000Z" });
    expect((await setting.remove("/sandbox/clock")).body).toMatchObject({ simulated: false });
  });

  it.each([
    [{ now: "tomorrow" }, "now", "now must be an ISO time such as 2026-11-20T12:40:00Z."],
    [{ rate: 0 }, "rate", "rate must be a number above 0 and up to 86400."],
    [{ rate: 86_401 }, "rate", "rate must be a number above 0 and up to 86400."],
  ])("refuses %j", async (body, field, message) => {
    expect(await setting.put("/sandbox/clock", body)).toEqual({
      status: 400,
      body: { message, field },
    });
  });

  it("refuses an empty change", async () => {
    expect(await setting.put("/sandbox/clock", {})).toEqual({
      status: 400,
      body: { message: "The body must be a JSON object with now, rate or both." },
    });
  });
});

describe("messages", () => {
  it("counts recipients, whatever the case of their letters", async () => {
    await setting.mail.sendEmailBatch(
      ["a@example.com", "A@Example.com", "b@example.com"].map((to) => briefingMail(to)),
    );
    await setting.sms.messages.create({ to: "+14155550123", from: "+14155550100", body: "x" });
    const { body } = await setting.get("/sandbox/messages/count?channel=email&by=to");
    expect(body).toEqual({
      total: 3,
      distinct: 2,
      duplicates: [{ to: "a@example.com", count: 2 }],
    });
    expect((await setting.get("/sandbox/messages/count?by=to")).body).toMatchObject({ total: 4 });
  });

  it("pages forward and backward", async () => {
    await setting.mail.sendEmailBatch([1, 2, 3, 4].map((n) => briefingMail(`r${n}@example.com`)));
    const ids = await listed("/sandbox/messages");
    expect(await listed(`/sandbox/messages?limit=2`)).toEqual(ids.slice(0, 2));
    expect(await listed(`/sandbox/messages?limit=2&after=${ids[1]}`)).toEqual(ids.slice(2));
    expect(await listed(`/sandbox/messages?limit=2&before=${ids[3]}`)).toEqual(ids.slice(1, 3));
  });

  it.each([
    ["channel=fax", "channel", "channel must be email or sms."],
    ["since=yesterday", "since", "since must be an ISO time such as 2026-11-20T12:40:00Z."],
    ["limit=0", "limit", "limit must be a whole number of at least 1."],
  ])("refuses ?%s", async (query, field, message) => {
    expect(await setting.get(`/sandbox/messages?${query}`)).toEqual({
      status: 400,
      body: { message, field },
    });
  });
});

describe("the small endpoints", () => {
  it("keeps an automation call and its text", async () => {
    await fetch(`${setting.sandbox.url}/automation`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ phoneNumber: "14155550123", message: "You are in." }),
    });
    expect((await setting.get("/sandbox/messages?channel=sms")).body).toMatchObject([
      { provider: "automation", to: "+14155550123", text: "You are in." },
    ]);
    expect((await setting.get("/sandbox/automation")).body).toMatchObject([
      { id: "1", body: { phoneNumber: "14155550123" }, receivedAt: expect.any(String) },
    ]);
  });

  it("thanks a browser for a form", async () => {
    const response = await fetch(`${setting.sandbox.url}/forms`, {
      method: "POST",
      headers: { accept: "text/html" },
      body: new URLSearchParams({ name: "<b>Jane</b>", email: "j@example.com", message: "Hello" }),
    });
    expect(await response.text()).toContain("Thank you, &lt;b&gt;Jane&lt;/b&gt;.");
    expect((await setting.get("/sandbox/forms")).body).toMatchObject([
      { body: { name: "<b>Jane</b>", email: "j@example.com", message: "Hello" } },
    ]);
  });

  it("takes an analytics event from any origin, as text too", async () => {
    const response = await fetch(`${setting.sandbox.url}/api/event`, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: JSON.stringify({ name: "Blog post viewed", url: "http://localhost/r/aa", domain: "x" }),
    });
    expect(response.status).toBe(202);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect((await setting.get("/sandbox/analytics")).body).toMatchObject([
      { body: { name: "Blog post viewed" } },
    ]);
  });

  it("lets no other site steer it", async () => {
    const response = await fetch(`${setting.sandbox.url}/sandbox/messages`, {
      method: "DELETE",
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ message: "Another site may not control the sandbox." });
  });
});

describe("the page", () => {
  it("shows hostile mail without letting it do anything", async () => {
    const HtmlBody = "<script>top.location='https://evil.example'</script>";
    await setting.mail.sendEmail(
      briefingMail("jane@example.com", { Subject: "<script>1</script>", HtmlBody }),
    );
    const page = await fetch(`${setting.sandbox.url}/`);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(await page.text()).toContain("&lt;script&gt;1&lt;/script&gt;");
    const { body } = await setting.get("/sandbox/messages");
    const [{ id }] = Array.isArray(body) ? body : [{ id: "" }];
    const mail = await fetch(`${setting.sandbox.url}/sandbox/page/mails/${id}`);
    const policy = mail.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(
      /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/,
    );
    expect(policy).not.toContain("script-src");
    const text = await fetch(`${setting.sandbox.url}/?id=${id}&view=headers`);
    expect(await text.text()).toContain("List-Unsubscribe");
  });

  it("answers what its script asks for", async () => {
    await setting.mail.sendEmail(briefingMail("jane@example.com"));
    expect((await setting.get("/sandbox/page/state?q=jane")).body).toMatchObject({
      rate: 1,
      parts: {
        clock: "Real time.",
        list: expect.stringContaining("jane@example.com"),
        totals: expect.stringContaining("Mails"),
        faults: expect.stringContaining("every provider is healthy"),
      },
    });
  });
});
