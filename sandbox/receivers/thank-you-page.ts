import { html } from "../page/html";
import { mark, renderDocument } from "../page/layout";

/** The page a browser gets after sending the contact form. */
export function thankYouPage(name: string): string {
  return renderDocument(
    "Thank you",
    html`<main class="thanks">
      <p>${mark}</p>
      <h1 class="h2">Thank you, ${name}.</h1>
      <p>The local form service received your message. You can close this tab.</p>
    </main>`,
  );
}
