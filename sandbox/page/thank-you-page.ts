import { html } from "./html";
import { mark, renderDocument } from "./layout";

/** What a browser sees after the contact form was sent. */
export function thankYouPage(name: string): string {
  return renderDocument(
    "Thank you",
    html`<main class="thanks">
      <p>${mark}</p>
      <h1 class="h2">Thank you, ${name}.</h1>
      <p>Your message has reached the local form service. You can close this tab.</p>
    </main>`,
  );
}
