import { html, type SafeHtml } from "./html";

/** The logo: three lines of different lengths. */
export const mark = html`<svg
  viewBox="0 0 24 21"
  width="24"
  height="21"
  fill="currentColor"
  aria-hidden="true"
>
  <path d="M0 0h18v3H0zM0 9h24v3H0zM0 18h12v3H0z" />
</svg>`;

/** A complete HTML document. */
export function renderDocument(title: string, body: SafeHtml): string {
  const document = html`<html lang="en">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>${title}</title>
      <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="/sandbox/page/page.css" />
    </head>
    <body>
      ${body}
    </body>
  </html>`;
  return `<!doctype html>\n${document.markup}`;
}
