import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DELETE, GET as GET_ONE, PUT } from "@/app/api/daily-messages/[id]/route";
import { GET, POST } from "@/app/api/daily-messages/route";
import { toDatabaseDate } from "@/lib/calendar/days";
import { startApi, type ApiClient } from "@/tests/support/api";
import { useForFile } from "@/tests/support/use-for-file";

const api = useForFile(() => startApi({ now: "2025-03-04T18:00:00.000Z" }));
let admin: ApiClient;

const march5 = { date: "2025-03-05", message: "Three stories for you", isActive: true };

const list = (query = "", client = admin) => client.call(GET, "GET", `/api/daily-messages${query}`);
const create = (json: unknown, client = admin) =>
  client.call(POST, "POST", "/api/daily-messages", { json });
const read = (id: unknown, client = admin) =>
  client.call(GET_ONE, "GET", `/api/daily-messages/${String(id)}`, { params: { id: String(id) } });
const update = (id: unknown, json: unknown, client = admin) =>
  client.call(PUT, "PUT", `/api/daily-messages/${String(id)}`, {
    json,
    params: { id: String(id) },
  });
const remove = (id: unknown, client = admin) =>
  client.call(DELETE, "DELETE", `/api/daily-messages/${String(id)}`, {
    params: { id: String(id) },
  });

const dates = async (query: string) => {
  const { body } = await list(query);
  return Array.isArray(body) ? body.map((message: { date: string }) => message.date) : body;
};

function statuses(answers: readonly { status: number }[]): number[] {
  return answers.map((answer) => answer.status).toSorted((left, right) => left - right);
}

function idOf(answer: { body: unknown }): number {
  const { body } = answer;
  if (typeof body === "object" && body && "id" in body && typeof body.id === "number") {
    return body.id;
  }
  throw new Error(`No id in ${JSON.stringify(body)}`);
}

beforeAll(async () => {
  admin = await api.adminClient();
});

beforeEach(async () => {
  await api.ctx.db.dailyMessage.deleteMany();
  api.setTime("2025-03-04T18:00:00.000Z");
});

describe("POST /api/daily-messages", () => {
  test("answers 201 with the message", async () => {
    const answer = await create(march5);
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: idOf(answer),
      date: "2025-03-05",
      message: "Three stories for you",
      isActive: true,
      createdAt: "2025-03-04T18:00:00.000Z",
      updatedAt: null,
    });
  });

  test("stores the message without control characters", async () => {
    const answer = await create({ ...march5, message: "1.\tRates\u0007\r\n2. Oil\u001b\u2028" });
    expect(answer).toMatchObject({ status: 201, body: { message: "1. Rates\n2. Oil\n" } });
  });

  test("makes a message active by default", async () => {
    const { date, message } = march5;
    expect((await create({ date, message })).body).toMatchObject({ isActive: true });
  });

  test.each([
    [{ message: "" }, "Please enter a message", "message"],
    [{ message: " \n\t " }, "Please enter a message", "message"],
    [{ message: "\u00a0" }, "Please enter a message", "message"],
    [{ message: "\u200b\u2060\n\u3164" }, "Please enter a message", "message"],
    [{ message: undefined }, "Please enter a message", "message"],
    [{ message: 5 }, "Please enter a message", "message"],
    [{ date: "March 5, 2025" }, "Please enter a date as YYYY-MM-DD", "date"],
    [{ date: "2025-02-29" }, "Please enter a date as YYYY-MM-DD", "date"],
    [{ date: undefined }, "Please enter a date as YYYY-MM-DD", "date"],
    [{ isActive: "yes" }, "isActive must be true or false.", "isActive"],
  ])("refuses %j", async (change, message, field) => {
    const answer = await create({ ...march5, ...change });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({ message, field });
  });

  test("accepts the longest message that fits in one text with a link, and nothing longer", async () => {
    // 1,600 characters, less a line break and http://localhost:3000/r/aa.
    expect((await create({ ...march5, message: "x".repeat(1_573) })).status).toBe(201);
    const answer = await create({ ...march5, isActive: false, message: "x".repeat(1_574) });
    expect(answer.status).toBe(400);
    expect(answer.body).toEqual({
      message: "Messages can be up to 1,573 characters, so one text fits the message and its link.",
      field: "message",
    });
  });

  test("refuses a second active message for a date and names the first", async () => {
    await create(march5);
    const answer = await create({ ...march5, message: "Another" });
    expect(answer.status).toBe(409);
    expect(answer.body).toEqual({
      message:
        "March 5, 2025 already has an active message: “Three stories for you”. Deactivate it first.",
      code: "active_message_exists",
      field: "date",
    });
    expect((await create({ ...march5, isActive: false })).status).toBe(201);
    expect((await create({ ...march5, isActive: false })).status).toBe(201);
  });

  test("accepts one of several concurrent active messages", async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => create(march5)));
    expect(statuses(answers)).toEqual([201, 409, 409, 409]);
  });
});

describe("GET /api/daily-messages", () => {
  test("lists messages newest first, from one date to another", async () => {
    for (const date of ["2025-03-05", "2025-03-07", "2025-03-06"]) {
      await create({ ...march5, date });
    }
    expect(await dates("")).toEqual(["2025-03-07", "2025-03-06", "2025-03-05"]);
    expect(await dates("?from=2025-03-06")).toEqual(["2025-03-07", "2025-03-06"]);
    expect(await dates("?to=2025-03-06")).toEqual(["2025-03-06", "2025-03-05"]);
    expect(await dates("?from=2025-03-06&to=2025-03-06")).toEqual(["2025-03-06"]);
    expect(await dates("?from=2025-03-08")).toEqual([]);
  });

  test("says which messages have gone out", async () => {
    const sent = idOf(await create(march5));
    await create({ ...march5, isActive: false });
    const localDate = toDatabaseDate(march5.date);
    const content = { smsText: "x", emailSubject: "s", emailHtml: "h", emailText: "t" };
    await api.ctx.db.edition.create({
      data: { localDate, number: 1, dailyMessageId: sent, contentHash: "x", ...content },
    });
    const { body } = await list();
    expect(body).toMatchObject([
      { isActive: false, isSent: false },
      { id: sent, isSent: true },
    ]);
    await api.ctx.db.edition.deleteMany();
  });

  test("returns pages and the total count", async () => {
    for (const date of ["2025-03-05", "2025-03-06", "2025-03-07"]) {
      await create({ ...march5, date });
    }
    await create({ ...march5, date: "2025-03-06", isActive: false });
    const first = await list("?limit=2");
    expect(first.headers.get("x-total-count")).toBe("4");
    expect(first.body).toMatchObject([{ date: "2025-03-07" }, { isActive: false }]);
    const last = Array.isArray(first.body) ? first.body.at(-1) : null;
    expect(await list(`?limit=2&before=${idOf({ body: last })}`)).toMatchObject({
      body: [{ date: "2025-03-06", isActive: true }, { date: "2025-03-05" }],
    });
    expect((await list("?limit=1&to=2025-03-06")).headers.get("x-total-count")).toBe("3");
    expect((await list("?before=999999")).body).toEqual([]);
    for (const limit of ["0", "501", "x"]) {
      expect(await list(`?limit=${limit}`)).toMatchObject({
        status: 400,
        body: { message: "The limit must be a whole number between 1 and 500.", field: "limit" },
      });
    }
  });

  test("refuses a date that doesn't exist", async () => {
    expect(await list("?from=2025-13-01")).toMatchObject({
      status: 400,
      body: { message: "Please enter a date as YYYY-MM-DD", field: "from" },
    });
  });
});

test("GET /api/daily-messages/{id} returns the message, or 404", async () => {
  const created = await create(march5);
  expect(await read(idOf(created))).toMatchObject({ status: 200, body: created.body });
  expect(await read(999_999)).toMatchObject({
    status: 404,
    body: { message: "Message not found" },
  });
});

describe("PUT /api/daily-messages/{id}", () => {
  test("replaces the message", async () => {
    const id = idOf(await create(march5));
    api.setTime("2025-03-04T19:00:00.000Z");
    const answer = await update(id, { date: "2025-03-06", message: "New", isActive: false });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      id,
      date: "2025-03-06",
      message: "New",
      isActive: false,
      createdAt: "2025-03-04T18:00:00.000Z",
      updatedAt: "2025-03-04T19:00:00.000Z",
    });
  });

  test("can be repeated", async () => {
    const id = idOf(await create(march5));
    expect((await update(id, march5)).status).toBe(200);
    expect((await update(id, march5)).status).toBe(200);
  });

  test("refuses to overwrite a version that the editor hasn't seen", async () => {
    const id = idOf(await create(march5));
    const mine = await update(id, { ...march5, message: "Mine", updatedAt: null });
    expect(mine).toMatchObject({ status: 200, body: { message: "Mine" } });
    const theirs = await update(id, { ...march5, message: "Theirs", updatedAt: null });
    expect(theirs.status).toBe(409);
    expect(theirs.body).toEqual({
      message: "Someone saved this message while you were editing.",
      code: "message_changed",
      field: "updatedAt",
    });
    // Two versions from the same millisecond still differ.
    const { updatedAt } = (mine.body ?? {}) as { updatedAt?: string };
    expect((await update(id, { ...march5, updatedAt })).status).toBe(200);
    expect((await update(id, { ...march5, updatedAt })).status).toBe(409);
    expect(await update(id, { ...march5, updatedAt: "x" })).toMatchObject({
      status: 400,
      body: {
        message: "updatedAt must be the timestamp you last saw, or null.",
        field: "updatedAt",
      },
    });
  });

  test("activates one of two messages when both are activated at the same moment", async () => {
    const ids = [1, 2].map(() => create({ ...march5, isActive: false }));
    const [first, second] = (await Promise.all(ids)).map(idOf);
    const answers = await Promise.all([update(first, march5), update(second, march5)]);
    expect(statuses(answers)).toEqual([200, 409]);
  });

  test("answers 404 for an unknown id and 400 for an invalid one", async () => {
    const missing = await update(999_999, march5);
    expect(missing.status).toBe(404);
    expect(missing.body).toEqual({ message: "Message not found" });
    expect(await update("x", march5)).toMatchObject({
      status: 400,
      body: { message: "The id must be a whole number.", field: "id" },
    });
    expect(await update(1, { ...march5, message: " " })).toMatchObject({
      status: 400,
      body: { message: "Please enter a message", field: "message" },
    });
  });
});

describe("DELETE /api/daily-messages/{id}", () => {
  test("deletes the message once", async () => {
    const id = idOf(await create(march5));
    const answer = await remove(id);
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({ message: "Daily message deleted successfully" });
    expect((await list()).body).toEqual([]);
    expect(await remove(id)).toMatchObject({ status: 404, body: { message: "Message not found" } });
  });
});

test("every method requires an administrator", async () => {
  const id = idOf(await create(march5));
  const visitor = api.client();
  const answers = [
    await list("", visitor),
    await read(id, visitor),
    await create(march5, visitor),
    await update(id, march5, visitor),
    await remove(id, visitor),
  ];
  for (const answer of answers) {
    expect(answer.status).toBe(401);
    expect(answer.body).toEqual({ message: "Please log in to continue." });
  }
  expect((await list()).body).toHaveLength(1);
});
