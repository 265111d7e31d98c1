import { get, type IncomingMessage } from "node:http";
import { text as readText } from "node:stream/consumers";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { briefingEmail, startSandbox } from "./harness";

let sandbox: Awaited<ReturnType<typeof startSandbox>>;

beforeAll(async () => {
  sandbox = await startSandbox();
});

afterEach(async () => {
  await sandbox.remove("/sandbox/clock");
  await sandbox.remove("/sandbox/messages");
});

afterAll(() => sandbox.stop());

/** Calls the sandbox by another name than its address. */
async function callWithHost(host: string, path: string): Promise<{ status: number; body: string }> {
  const request = get(sandbox.url + path, { headers: { host } });
  const response: IncomingMessage = await new Promise((resolve, reject) => {
    request.on("response", resolve);
    request.on("error", reject);
  });
  return { status: response.statusCode ?? 0, body: await readText(response) };
}

async function listed(path: string): Promise<string[]> {
  const { body } = await sandbox.get(path);
  return (Array.isArray(body) ? body : []).map((message: { id: string }) => message.id);
}

describe("the clock", () => {
  it("shows real time until it is set", async () => {
    expect((await sandbox.get("/sandbox/clock")).body).toMatchObject({
      rate: 1,
      simulated: false,
      revision: expect.any(Number),
    });
  });

  it("dates accepted messages with the simulated time", async () => {
    const set = await sandbox.put("/sandbox/clock", { now: "2027-03-15T11:40:00Z", rate: 0.001 });
    expect(set.body).toMatchObject({
      now: expect.stringMatching(/^2027-03-15T11:40:00/),
      rate: 0.001,
      simulated: true,
      setTo: "2027-03-15T11:40:00.000Z",
    });
    await sandbox.mail.sendEmail(briefingEmail("jane@example.com"));
    const since = await sandbox.get("/sandbox/messages?since=2027-03-15T11:40:00Z");
    expect(since.body).toMatchObject([
      { acceptedAt: expect.stringMatching(/^2027-03-15T11:40:00/) },
    ]);
    const later = await sandbox.get("/sandbox/messages?since=2027-03-15T11:41:00Z");
    expect(later.body).toEqual([]);
    const faster = await sandbox.put("/sandbox/clock", { rate: 60 });
    expect(faster.body).toMatchObject({ rate: 60, setTo: "2027-03-15T11:40:00.000Z" });
    expect((await sandbox.remove("/sandbox/clock")).body).toMatchObject({ simulated: false });
  });

  it.each([
    [{ now: "tomorrow" }, "now", "now must be an ISO time such as 2026-11-20T12:40:00Z."],
    [{ rate: 0 }, "rate", "rate must be a number above 0 and up to 86400."],
    [{ rate: 86_401 }, "rate", "rate must be a number above 0 and up to 86400."],
  ])("refuses %j", async (body, field, message) => {
    expect(await sandbox.put("/sandbox/clock", body)).toEqual({
      status: 400,
      body: { message, field },
    });
  });

  it("refuses an empty change", async () => {
    expect(await sandbox.put("/sandbox/clock", {})).toEqual({
      status: 400,
      body: { message: "The body must be a JSON object with now, rate, or both." },
    });
  });
});

describe("messages", () => {
  it("counts recipients regardless of case", async () => {
    await sandbox.mail.sendEmailBatch(
      ["a@example.com", "A@Example.com", "b@example.com"].map((to) => briefingEmail(to)),
    );
    await sandbox.sms.messages.create({ to: "+14155550123", from: "+14155550100", body: "x" });
    const { body } = await sandbox.get("/sandbox/messages/count?channel=email&by=to");
    expect(body).toEqual({
      total: 3,
      distinct: 2,
      duplicates: [{ to: "a@example.com", count: 2 }],
    });
    expect((await sandbox.get("/sandbox/messages/count?by=to")).body).toMatchObject({ total: 4 });
  });

  it("pages forward and backward", async () => {
    await sandbox.mail.sendEmailBatch([1, 2, 3, 4].map((n) => briefingEmail(`r${n}@example.com`)));
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
    expect(await sandbox.get(`/sandbox/messages?${query}`)).toEqual({
      status: 400,
      body: { message, field },
    });
  });
});

describe("receivers", () => {
  it("records an automation call and its text", async () => {
    await fetch(`${sandbox.url}/automation`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ phoneNumber: "14155550123", message: "Your place is confirmed." }),
    });
    expect((await sandbox.get("/sandbox/messages?channel=sms")).body).toMatchObject([
      { provider: "automation", to: "+14155550123", text: "Your place is confirmed." },
    ]);
    expect((await sandbox.get("/sandbox/automation")).body).toMatchObject([
      { id: "1", body: { phoneNumber: "14155550123" }, receivedAt: expect.any(String) },
    ]);
  });

  it("shows a browser a thank-you page after a form", async () => {
    const response = await fetch(`${sandbox.url}/forms`, {
      method: "POST",
      headers: { accept: "text/html" },
      body: new URLSearchParams({ name: "<b>Jane</b>", email: "j@example.com", message: "Hello" }),
    });
    expect(await response.text()).toContain("Thank you, &lt;b&gt;Jane&lt;/b&gt;.");
    expect((await sandbox.get("/sandbox/forms")).body).toMatchObject([
      { body: { name: "<b>Jane</b>", email: "j@example.com", message: "Hello" } },
    ]);
  });

  it("accepts an analytics event from any origin, sent as text", async () => {
    const response = await fetch(`${sandbox.url}/api/event`, {
      method: "POST",
      headers: { "content-type": "text/plain" },
      body: JSON.stringify({ name: "Blog post viewed", url: "http://localhost/r/aa", domain: "x" }),
    });
    expect(response.status).toBe(202);
    expect(response.headers.get("access-control-allow-origin")).toBe("*");
    expect((await sandbox.get("/sandbox/analytics")).body).toMatchObject([
      { body: { name: "Blog post viewed" } },
    ]);
  });

  it("rejects changes from other sites", async () => {
    const response = await fetch(`${sandbox.url}/sandbox/messages`, {
      method: "DELETE",
      headers: { "sec-fetch-site": "cross-site" },
    });
    expect(response.status).toBe(403);
    expect(await response.json()).toEqual({ message: "Other sites can't control the sandbox." });
  });

  it.each([
    "evil.example",
    "evil.example:4010",
    "localhost.evil.example",
    "127.0.0.1.evil.example",
  ])("refuses calls to the name %s, which another site can make lead here", async (host) => {
    for (const path of ["/", "/sandbox/messages", "/email/batch"]) {
      const { status, body } = await callWithHost(host, path);
      expect([path, status]).toEqual([path, 403]);
      expect(JSON.parse(body)).toEqual({
        message: "The sandbox is only at localhost and 127.0.0.1.",
      });
    }
  });

  it.each(["localhost", "LOCALHOST:4010", "127.0.0.1:4010", "[::1]:4010"])(
    "answers at %s",
    async (host) => {
      expect(await callWithHost(host, "/sandbox/messages")).toMatchObject({ status: 200 });
    },
  );
});

describe("the page", () => {
  it("shows a hostile email without running its script", async () => {
    const HtmlBody = "<script>top.location='https://evil.example'</script>";
    await sandbox.mail.sendEmail(briefingEmail("jane@example.com", { HtmlBody }));
    const page = await fetch(`${sandbox.url}/`);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    const { body } = await sandbox.get("/sandbox/messages");
    const [{ id }] = Array.isArray(body) ? body : [{ id: "" }];
    const mail = await fetch(`${sandbox.url}/sandbox/page/mails/${id}`);
    const policy = mail.headers.get("content-security-policy") ?? "";
    expect(policy).toMatch(
      /^sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'/,
    );
    expect(policy).not.toContain("script-src");
  });

  it("shows the product name from its settings", async () => {
    const renamed = await startSandbox({ brandName: "Renamed" });
    const page = await fetch(`${renamed.url}/`);
    expect(await page.text()).toContain("<title>Renamed sandbox</title>");
    await renamed.stop();
  });

  it("finds the newest messages of those whose recipient contains something", async () => {
    for (const to of ["jane@example.com", "jim@example.com", "janet@example.com"]) {
      await sandbox.mail.sendEmail(briefingEmail(to));
    }
    const { body } = await sandbox.get("/sandbox/messages?contains=jan&before=999999999&limit=2");
    expect(body).toMatchObject([{ to: "jane@example.com" }, { to: "janet@example.com" }]);
  });

  it("shows an email in the colors that were asked for", async () => {
    const HtmlBody =
      "<style>@media (prefers-color-scheme: dark) {p {color: white}}</style><p>Hi</p>";
    await sandbox.mail.sendEmail(briefingEmail("jane@example.com", { HtmlBody }));
    const { body } = await sandbox.get("/sandbox/messages");
    const [{ id }] = Array.isArray(body) ? body : [{ id: "" }];
    const mail = async (query: string) =>
      (await fetch(`${sandbox.url}/sandbox/page/mails/${id}${query}`)).text();
    expect(await mail("")).toContain("@media not all {p {color: white}}");
    expect(await mail("?scheme=dark")).toContain("@media all {p {color: white}}");
  });
});
