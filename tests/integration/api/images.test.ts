// @module-tag slow
import sharp from "sharp";
import { z } from "zod";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { DELETE as clear, GET as list, POST as upload } from "@/app/api/images/route";
import { DELETE as remove, PUT as update } from "@/app/api/images/[id]/route";
import { GET as serve } from "@/app/images/[key]/[file]/route";
import { DELETE as removePost, PUT as updatePost } from "@/app/api/posts/[id]/route";
import { POST as createPost } from "@/app/api/posts/route";
import { imageSchema, type ImageView } from "@/lib/contracts/admin/images";
import { removeImage } from "@/lib/domain/images/images";
import { encodeImage } from "@/lib/platform/images/encode-image";
import { createLocalImages } from "@/lib/platform/images/local-images";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startApi, type ApiClient, type ApiHarness } from "../../support/api";
import { deleteRowsOf } from "../../support/database";

let api: ApiHarness;
let admin: ApiClient;
let folder: string;

const picture = (color: string, width = 900) =>
  sharp({ create: { width, height: 600, channels: 3, background: color } })
    .png()
    .toBuffer();

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "images-"));
  const store = createLocalImages(folder);
  api = await startApi({ parts: { images: { encoder: { encode: encodeImage }, store } } });
  admin = await api.adminClient();
});

beforeEach(async () => {
  await api.ctx.db.$executeRawUnsafe(
    deleteRowsOf("images", "posts", "revisions", "editions", "rate_limits"),
  );
  api.setTime("2025-03-05T12:00:00.000Z");
});

afterAll(async () => {
  await api.close();
  await rm(folder, { recursive: true });
});

async function uploadOne(
  color = "#336699",
  client = admin,
  { name = "chart.png", alt = "Rates fall" } = {},
): Promise<ImageView> {
  const query = new URLSearchParams({ name, alt }).toString();
  const { body } = await client.call(upload, "POST", `/api/images?${query}`, {
    body: await picture(color),
  });
  return imageSchema.parse(body);
}

const post = (content: string, slug = "aa") => ({
  slug,
  title: "Rates",
  shortDate: "05 MAR",
  fullDate: "March 5, 2025",
  readTime: 1,
  content,
});

async function idOfPost(content: string, slug?: string): Promise<number> {
  const { body } = await admin.call(createPost, "POST", "/api/posts", {
    json: post(content, slug),
  });
  return z.object({ id: z.int() }).parse(body).id;
}

const fetchFile = async (address: string) => {
  const [, , key = "", file = ""] = new URL(address, "http://localhost").pathname.split("/");
  return serve(new Request(`http://localhost/images/${key}/${file}`), {
    params: Promise.resolve({ key, file }),
  });
};

describe("uploading", () => {
  test("stores every file, and says what the image is", async () => {
    const query = new URLSearchParams({ name: " chart.png ", alt: "Rates fall" }).toString();
    const { status, body } = await admin.call(upload, "POST", `/api/images?${query}`, {
      body: await picture("#123456"),
    });
    expect(status).toBe(201);
    const image = imageSchema.parse(body);
    expect(body).toEqual({
      id: expect.any(Number),
      url: expect.stringMatching(/^\/images\/[0-9a-f]{20}\/900x600\.png$/),
      name: "chart.png",
      alt: "Rates fall",
      width: 900,
      height: 600,
      format: "png",
      sizeBytes: expect.any(Number),
      uploadedBy: expect.stringMatching(/^admin-/),
      uploadedAt: "2025-03-05T12:00:00.000Z",
      isUsed: false,
      useCount: 0,
      usedIn: [],
    });
    const names = await readdir(join(folder, image.url.split("/")[2] ?? ""));
    expect(names.toSorted()).toEqual([
      "480.avif",
      "480.webp",
      "800.avif",
      "800.webp",
      "900.avif",
      "900.webp",
      "900x600.png",
    ]);
    const events = await api.ctx.db.auditEvent.findMany({ where: { action: "image.uploaded" } });
    expect(events).toMatchObject([{ subject: `image:${image.id}`, detail: { name: "chart.png" } }]);
  });

  test("the same file again is the same image", async () => {
    const first = await uploadOne("#111111");
    const { status, body } = await admin.call(upload, "POST", "/api/images?name=again.png", {
      body: await picture("#111111"),
    });
    expect(status).toBe(200);
    expect(body).toEqual(first);
  });

  test("an upload of a file that is missing from the store brings it back", async () => {
    const { url } = await uploadOne("#222222");
    await rm(join(folder, url.split("/")[2] ?? ""), { recursive: true });
    expect((await fetchFile(url)).status).toBe(404);
    await uploadOne("#222222");
    expect((await fetchFile(url)).status).toBe(200);
  });

  test("two uploads of one file at the same moment are one image", async () => {
    const [first, second] = await Promise.all([uploadOne("#333333"), uploadOne("#333333")]);
    expect(second.id).toBe(first.id);
  });

  test.each([
    ["?alt=x", "Enter a file name.", "name"],
    ["?name=", "Enter a file name.", "name"],
    [`?name=a&alt=${"x".repeat(501)}`, "Alt text can be up to 500 characters.", "alt"],
  ])("%.20s is refused", async (query, message, field) => {
    const { status, body } = await admin.call(upload, "POST", `/api/images${query}`, {
      body: await picture("#444444"),
    });
    expect([status, body]).toEqual([400, { message, field }]);
  });

  test("a file that isn't an image is refused, and nothing is stored", async () => {
    const { status, body } = await admin.call(upload, "POST", "/api/images?name=chart.png", {
      body: Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    });
    expect([status, body]).toEqual([
      400,
      {
        message: "We can’t use this file. Upload a JPEG, PNG, WebP, AVIF, or GIF.",
        code: "image_invalid",
        field: "file",
      },
    ]);
    expect(await api.ctx.db.image.count()).toBe(0);
  });

  test("a file of more than 20 MB is refused", async () => {
    const { status, body } = await admin.call(upload, "POST", "/api/images?name=large.png", {
      body: Buffer.alloc(20 * 1024 * 1024 + 1),
    });
    expect([status, body]).toEqual([
      413,
      { message: "The request is too large. The limit is 20480 KB." },
    ]);
  });

  test("only editors can upload", async () => {
    const { status } = await api.client().call(upload, "POST", "/api/images?name=a.png", {
      body: await picture("#555555"),
    });
    expect(status).toBe(401);
  });
});

describe("serving", () => {
  test("everyone gets a file, to keep for good", async () => {
    const { url } = await uploadOne();
    const response = await fetchFile(url);
    expect(response.status).toBe(200);
    expect(Object.fromEntries(response.headers)).toMatchObject({
      "content-type": "image/png",
      "cache-control": "public, max-age=31536000, immutable",
      "cross-origin-resource-policy": "cross-origin",
    });
    expect(await sharp(await response.arrayBuffer()).metadata()).toMatchObject({ width: 900 });
    const small = await fetchFile(url.replace("900x600.png", "480.avif"));
    expect(small.headers.get("content-type")).toBe("image/avif");
  });

  test.each(["480.svg", "..", "480.avif%2f..", "900x600.gif", "640.avif"])(
    "there's no %s",
    async (file) => {
      const { url } = await uploadOne();
      const [, , key = ""] = url.split("/");
      const response = await serve(new Request("http://localhost/images/x/y"), {
        params: Promise.resolve({ key, file }),
      });
      expect(response.status).toBe(404);
      expect(response.headers.get("cache-control")).toBe("no-store");
    },
  );
});

describe("the list", () => {
  test("has the newest first, by page, and finds names and alt texts", async () => {
    const one = await uploadOne("#000001", admin, { name: "rates.png", alt: "Deposit rate 100%" });
    const two = await uploadOne("#000002", admin, { name: "rents_by_city.png", alt: "" });
    const three = await uploadOne("#000003", admin, {
      name: "freight.png",
      alt: "Container RATES",
    });
    const get = async (query: string) => {
      const { body, headers } = await admin.call(list, "GET", `/api/images${query}`);
      const ids = imageSchema
        .array()
        .parse(body)
        .map(({ id }) => id);
      return [ids, headers.get("x-total-count")];
    };
    expect(await get("")).toEqual([[three.id, two.id, one.id], "3"]);
    expect(await get("?limit=2")).toEqual([[three.id, two.id], "3"]);
    expect(await get(`?limit=2&before=${two.id}`)).toEqual([[one.id], "3"]);
    expect(await get("?q=rates")).toEqual([[three.id, one.id], "2"]);
    expect(await get("?q=100%25")).toEqual([[one.id], "1"]);
    expect(await get("?q=s_by")).toEqual([[two.id], "1"]);
    expect(await get("?q=sxby")).toEqual([[], "0"]);
  });

  test("says where an image is used", async () => {
    const { url, id } = await uploadOne();
    const ids: number[] = [];
    for (const slug of ["aa", "ab", "ac", "ad"]) ids.push(await idOfPost(`![x](${url})`, slug));
    const { body } = await admin.call(list, "GET", "/api/images");
    expect(body).toMatchObject([
      {
        id,
        isUsed: true,
        useCount: 4,
        usedIn: ids
          .toReversed()
          .slice(0, 3)
          .map((each) => ({ id: each, title: "Rates" })),
      },
    ]);
    expect((await admin.call(list, "GET", "/api/images?use=unused")).body).toEqual([]);
  });
});

test("the alt text can be changed, and posts keep theirs", async () => {
  const { id, url } = await uploadOne();
  await idOfPost(`![old](${url})`);
  const { status, body } = await admin.call(update, "PUT", `/api/images/${id}`, {
    params: { id: String(id) },
    json: { alt: "  New\nwords " },
  });
  expect(status).toBe(200);
  expect(body).toMatchObject({ id, alt: "New words", useCount: 1 });
  const missing = await admin.call(update, "PUT", "/api/images/999999", {
    params: { id: "999999" },
    json: { alt: "x" },
  });
  expect([missing.status, missing.body]).toEqual([
    404,
    { message: "This image doesn’t exist. It may have been deleted." },
  ]);
});

describe("deleting", () => {
  const removeOne = (id: number) =>
    admin.call(remove, "DELETE", `/api/images/${id}`, { params: { id: String(id) } });

  test("takes the files, too", async () => {
    const { id, url } = await uploadOne();
    const { status, body } = await removeOne(id);
    expect([status, body]).toEqual([200, { message: "The image was deleted." }]);
    expect((await fetchFile(url)).status).toBe(404);
    expect(await readdir(folder)).not.toContain(url.split("/")[2]);
    expect((await removeOne(id)).status).toBe(404);
    expect(
      await api.ctx.db.auditEvent.count({
        where: { action: "image.deleted", subject: `image:${id}` },
      }),
    ).toBe(1);
  });

  const usedMessage =
    "This image can’t be deleted because a post, a deleted post, an earlier version, or a sent email uses it.";

  test("is refused while a post, a deleted post, or an earlier version shows it", async () => {
    const { id, url } = await uploadOne();
    const postId = await idOfPost(`![x](${url})`);
    const expectRefusal = async () => {
      const { status, body } = await removeOne(id);
      expect([status, body]).toEqual([409, { message: usedMessage, code: "image_used" }]);
    };
    await expectRefusal();
    const params = { id: String(postId) };
    await admin.call(updatePost, "PUT", `/api/posts/${postId}`, { params, json: post("No image") });
    await expectRefusal();
    expect((await admin.call(list, "GET", "/api/images")).body).toMatchObject([
      { isUsed: true, useCount: 0 },
    ]);
    await admin.call(removePost, "DELETE", `/api/posts/${postId}`, { params });
    await expectRefusal();
    await api.ctx.db.$executeRaw`DELETE FROM posts`;
    expect((await removeOne(id)).status).toBe(200);
  });

  test("is refused while an email that was sent shows it", async () => {
    const { id, url } = await uploadOne();
    await api.ctx.db.$executeRaw`
      INSERT INTO editions (local_date, number, daily_message_id, content_hash, sms_text,
        email_subject, email_html, email_text)
      VALUES ('2025-03-05', 1, 1, 'x', 'x', 'x', ${`<img src="https://x.example${url}">`}, 'x')`;
    expect((await removeOne(id)).status).toBe(409);
  });

  test("keeps the row when the files can't be deleted", async () => {
    const { id, url } = await uploadOne("#0000b1");
    const { store } = api.ctx.images;
    const failing = { ...store, remove: () => Promise.reject(new Error("no answer")) };
    api.ctx.images.store = failing;
    expect((await removeOne(id)).status).toBe(500);
    api.ctx.images.store = store;
    expect((await fetchFile(url)).status).toBe(200);
    expect((await removeOne(id)).status).toBe(200);
  });

  test("by an operator takes an image wherever it's used", async () => {
    const { url } = await uploadOne("#0000b2");
    await idOfPost(`![x](${url})`);
    await removeImage(api.ctx, `https://threeline.example${url}`, "operator");
    expect((await fetchFile(url)).status).toBe(404);
    await expect(removeImage(api.ctx, url, "operator")).rejects.toMatchObject({ status: 404 });
  });

  test("of all unused ones leaves what is used or new", async () => {
    const old = await uploadOne("#0000a1");
    const used = await uploadOne("#0000a2");
    await idOfPost(`![x](${used.url})`);
    api.setTime("2025-03-12T11:59:59.000Z");
    // Sessions don't last a week without a visit.
    const later = await api.adminClient();
    const none = await later.call(clear, "DELETE", "/api/images");
    expect([none.status, none.body]).toEqual([200, { deleted: 0 }]);
    api.setTime("2025-03-12T12:00:01.000Z");
    // Someone puts it into a text that isn't saved yet, or uploads it again.
    const chosen = await uploadOne("#0000a4", later);
    await api.ctx.db.image.update({ where: { id: chosen.id }, data: { chosenAt: new Date(0) } });
    const params = { id: String(chosen.id) };
    await later.call(update, "PUT", `/api/images/${chosen.id}`, { params, json: { alt: "Rates" } });
    const fresh = await uploadOne("#0000a3", later);
    expect((await later.call(clear, "DELETE", "/api/images")).body).toEqual({ deleted: 1 });
    const { body } = await later.call(list, "GET", "/api/images");
    expect(body).toMatchObject([{ id: fresh.id }, { id: chosen.id }, { id: used.id }]);
    expect((await fetchFile(old.url)).status).toBe(404);
    expect((await fetchFile(used.url)).status).toBe(200);
  });
});
