import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { ImageResponse } from "next/og";
import type { ReactElement } from "react";

// Cut from the variable fonts of the site at one weight: Satori reads no variable fonts and no WOFF2.
const files = [
  { name: "Newsreader", file: "card-newsreader-latin.ttf" },
  { name: "Newsreader", file: "card-newsreader-latin-ext.ttf" },
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
 * Draws an element as a PNG in the fonts of the site; nothing is fetched.
 *
 * @param size in pixels
 */
export async function renderImage(
  element: ReactElement,
  size: { width: number; height: number },
): Promise<Response> {
  const image = new ImageResponse(element, { ...size, fonts: await loadFonts() });
  // Drawn whole before it is answered: what cannot be drawn is an error and not half a picture.
  return new Response(await image.arrayBuffer(), { headers: { "content-type": "image/png" } });
}
