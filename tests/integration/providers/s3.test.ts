import { spawn, type ChildProcess } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { POST as upload } from "@/app/api/images/route";
import { DELETE as remove } from "@/app/api/images/[id]/route";
import { GET as serve } from "@/app/images/[key]/[file]/route";
import { imageSchema } from "@/lib/contracts/admin/images";
import { filesOf, parseImageAddress } from "@/lib/contracts/reading/image-address";
import { encodeImage } from "@/lib/platform/images/encode-image";
import { createS3Images, type Bucket } from "@/lib/providers/s3/client";
import { startApi, type ApiHarness } from "../../support/api";

const name = "threeline-images";
const credentials = { accessKeyId: "S3RVER", secretAccessKey: "S3RVER" };

let server: ChildProcess;
let folder: string;
let endpoint: string;
let bucket: Bucket;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "threeline-s3-"));
  // A server with S3's API, as its own process.
  const start =
    "require('@20minutes/s3rver/lib/cli').parseAsync(['node', 's3rver', ...process.argv.slice(1)])";
  const options = ["-d", folder, "-p", "0", "-a", "127.0.0.1", "--configure-bucket", name];
  server = spawn(process.execPath, ["-e", start, "--", ...options], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  endpoint = await new Promise((resolve, reject) => {
    let text = "";
    server.stdout?.setEncoding("utf8").on("data", (chunk: string) => {
      text += chunk;
      const [, port] = /listening on 127\.0\.0\.1:(\d+)/.exec(text) ?? [];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    server.once("exit", (code) => reject(new Error(`the S3 server ended with ${code}`)));
  });
  bucket = { name, region: "us-east-1", endpoint, credentials };
});

afterAll(async () => {
  server.kill();
  await rm(folder, { recursive: true, force: true });
});

const key = "0123456789abcdef0123";
const bytes = (text: string) => new TextEncoder().encode(text);

test("files are stored, found, replaced, and deleted", async () => {
  const store = createS3Images(bucket);
  expect(await store.find(`${key}/480.avif`)).toBeNull();
  await store.put(`${key}/480.avif`, bytes("first"));
  await store.put(`${key}/480.avif`, bytes("second"));
  await store.put(`${key}/480.webp`, bytes("other"));
  expect(await store.find(`${key}/480.avif`)).toEqual(bytes("second"));
  expect(await store.has(`${key}/480.avif`)).toBe(true);
  expect(await store.has(`${key}/none.png`)).toBe(false);
  const response = await fetch(`${endpoint}/${name}/images/${key}/480.webp`);
  expect(response.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
  await store.remove([`${key}/480.avif`, `${key}/480.webp`, `${key}/none.png`]);
  expect(await store.find(`${key}/480.avif`)).toBeNull();
  expect(await store.find(`${key}/480.webp`)).toBeNull();
  await store.remove([]);
});

test("many files are deleted", async () => {
  const store = createS3Images(bucket);
  const names = Array.from({ length: 120 }, (_, index) => `${key}/${index + 1}.avif`);
  await store.put(`${key}/120.avif`, bytes("last"));
  await store.remove(names);
  expect(await store.find(`${key}/120.avif`)).toBeNull();
});

test("another bucket, a wrong key, and a service that isn't there are errors", async () => {
  const failure = (part: Partial<Bucket>) =>
    createS3Images({ ...bucket, ...part })
      .find(`${key}/480.avif`)
      .then(() => null)
      .catch((error: unknown) => error);
  const wrongKey = { ...credentials, secretAccessKey: "wrong" };
  expect(await failure({ name: "no-such-bucket" })).toMatchObject({ name: "NoSuchBucket" });
  expect(await failure({ credentials: wrongKey })).toMatchObject({ name: "SignatureDoesNotMatch" });
  expect(await failure({ endpoint: "http://127.0.0.1:9" })).toBeInstanceOf(Error);
});

test("an upload is served from the bucket, and a bucket that fails isn't cached", async () => {
  const store = createS3Images(bucket);
  let api: ApiHarness | undefined;
  try {
    api = await startApi({ parts: { images: { encoder: { encode: encodeImage }, store } } });
    const admin = await api.adminClient();
    const picture = await sharp({
      create: { width: 600, height: 300, channels: 3, background: "#135" },
    })
      .png()
      .toBuffer();
    const { body } = await admin.call(upload, "POST", "/api/images?name=a.png", {
      body: new Uint8Array(picture),
    });
    const image = imageSchema.parse(body);
    const files = parseImageAddress(image.url);
    if (!files) throw new Error(`${image.url} isn’t an image’s address`);
    for (const each of filesOf(files)) {
      const [own = "", file = ""] = each.split("/");
      const get = () =>
        serve(new Request("http://localhost/"), { params: Promise.resolve({ key: own, file }) });
      expect((await get()).status).toBe(200);
    }
    const { id } = image;
    const params = { id: String(id) };
    expect((await admin.call(remove, "DELETE", `/api/images/${id}`, { params })).status).toBe(200);
    const { files: left } = await listBucket();
    expect(left).toEqual([]);
    api.ctx.images.store = createS3Images({ ...bucket, endpoint: "http://127.0.0.1:9" });
    const failed = await serve(new Request("http://localhost/"), {
      params: Promise.resolve({ key, file: "480.avif" }),
    });
    expect(failed.status).toBe(503);
    expect(failed.headers.get("cache-control")).toBe("no-store");
  } finally {
    await api?.close();
  }
});

async function listBucket(): Promise<{ files: string[] }> {
  const text = await (await fetch(`${endpoint}/${name}`)).text();
  return { files: [...text.matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, each = ""]) => each) };
}
