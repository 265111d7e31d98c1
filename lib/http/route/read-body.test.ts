import { describe, expect, test } from "vitest";
import { readBody, readForm } from "./read-body";

const kb = 1024;

/** A request whose body arrives in these parts, and how many of them were read. */
function requestIn(parts: Iterable<string>): { request: Request; taken: () => number } {
  const waiting = Array.from(parts, (part) => new TextEncoder().encode(part));
  let taken = 0;
  const body = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = waiting[taken];
      if (next === undefined) return controller.close();
      taken += 1;
      controller.enqueue(next);
    },
  });
  // Node asks for `duplex` with a stream, which the types don't know.
  const init = { method: "POST", body, duplex: "half" };
  const request = new Request("https://threeline.example", init);
  return { request, taken: () => taken };
}

describe("a body", () => {
  test("is read in any parts that a line makes", async () => {
    const parts = ["", "a", "b".repeat(64), "c".repeat(20 * kb)];
    expect((await readBody(requestIn(parts).request, 64 * kb)).byteLength).toBe(65 + 20 * kb);
    const { request } = requestIn(Array<string>(1_000).fill("a"));
    expect((await readBody(request, 64 * kb)).byteLength).toBe(1_000);
    const longer = requestIn(Array<string>(16_000).fill("a".repeat(64)));
    expect((await readBody(longer.request, 1_000 * kb)).byteLength).toBe(1_000 * kb);
  });

  test("in thousands of parts of a few bytes isn't read to its end", async () => {
    const { request, taken } = requestIn(Array<string>(60_000).fill("a"));
    await expect(readBody(request, 64 * kb)).rejects.toMatchObject({
      status: 400,
      message: "The request isn’t valid.",
    });
    expect(taken()).toBeLessThan(1_100);
  });

  test("that is too large isn't read to its end", async () => {
    const { request, taken } = requestIn(Array<string>(100).fill("a".repeat(kb)));
    await expect(readBody(request, 10 * kb)).rejects.toMatchObject({ status: 413 });
    expect(taken()).toBeLessThan(15);
  });
});

describe("a form", () => {
  test("has at most 200 fields", async () => {
    const fields = (count: number) => requestIn([Array(count).fill("a=1").join("&")]).request;
    expect(await readForm(fields(200), 64 * kb)).toBe(Array(200).fill("a=1").join("&"));
    await expect(readForm(fields(201), 64 * kb)).rejects.toMatchObject({
      status: 413,
      message: "The form has too many fields. The limit is 200.",
    });
  });
});
