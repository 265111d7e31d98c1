import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ImageResponse } from "next/og";
import type { ReactElement } from "react";

// Single weights of the site's variable fonts: Satori supports neither variable fonts nor WOFF2.
const files = [
  { name: "Newsreader", file: "card-newsreader-latin.ttf" },
  // If two fonts had the same name, only one would be used.
  { name: "Newsreader Extended", file: "card-newsreader-latin-ext.ttf" },
  { name: "Inter", file: "card-inter-latin.ttf" },
] as const;

let fonts: Promise<{ name: string; data: Buffer }[]> | undefined;

function loadFonts() {
  fonts ??= Promise.all(
    files.map(async ({ name, file }) => ({
      name,
      data: await readFile(join(process.cwd(), "public/fonts", file)),
    })),
  );
  return fonts;
}

/**
 * Draws an element as a PNG, with local fonts only.
 *
 * @param size in pixels
 */
export async function renderImage(
  element: ReactElement,
  size: { width: number; height: number },
): Promise<Response> {
  const image = new ImageResponse(element, { ...size, fonts: await loadFonts() });
  // Drawn completely before responding, so that a failure is an error, not half an image.
  return new Response(await image.arrayBuffer(), { headers: { "content-type": "image/png" } });
}
