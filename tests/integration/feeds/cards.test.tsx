import { afterEach, expect, test, vi } from "vitest";
import { ShareCard } from "@/components/share/share-card";
import { shareCardSize } from "@/components/share/share-image";
import { renderImage } from "@/lib/http/pages/render-image";

afterEach(() => vi.unstubAllGlobals());

test.each([
  "Soft services data pulls the ten-year to a three-month low",
  "<script>alert(1)</script>",
  "]]><img src=x onerror=alert(1)>",
  "🏳️‍🌈 田中さん ﷽ Ṱ̺̺̕o͞ \u202e\u0000",
  "x".repeat(300),
  "W".repeat(300),
  "Łódź, İstanbul, Čeština, and tăng",
  "النفط دون 70 دولارًا",
  "Ставка и ομόλογα",
  "words ".repeat(50),
])("the share image of %j is a PNG, drawn without network requests", async (title) => {
  const requested: string[] = [];
  const realFetch = globalThis.fetch;
  vi.stubGlobal("fetch", (...[input, init]: Parameters<typeof fetch>) => {
    const { url } = new Request(input);
    // The library loads its own files this way.
    if (!/^(?:file|data):/.test(url)) requested.push(url);
    return realFetch(input, init);
  });
  const card = await renderImage(
    <ShareCard title={title} kicker="March 5, 2025" label="NEWS" />,
    shareCardSize,
  );
  expect(card.headers.get("content-type")).toBe("image/png");
  const bytes = Buffer.from(await card.arrayBuffer());
  expect(bytes.subarray(1, 4).toString()).toBe("PNG");
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
  expect(requested).toEqual([]);
});
