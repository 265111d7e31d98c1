import { z } from "zod";
import { formatMessageId } from "../messages/message-id";
import type { StoredMessage } from "../messages/message";
import type { SandboxParts } from "../parts";
import { html, type SafeHtml } from "./html";
import { formatLocal } from "./local-time";
import { renderHidden } from "./fields";
import { pageAddress, type PageQuery } from "./query";

const conversationLength = 12;

const inboundSchema = z.object({ from: z.string(), body: z.string() });

/** The open message: an email with its tabs, or the conversation that a text belongs to. */
export function renderMessageDetail(
  message: StoredMessage | null,
  query: PageQuery,
  parts: SandboxParts,
): SafeHtml {
  if (!message) {
    return html`<p class="empty">
      ${query.id === undefined ? "Select a message to read it." : "This message was deleted."}
    </p>`;
  }
  return message.channel === "email"
    ? renderEmail(message, query)
    : renderPhone(message, query, parts);
}

function renderEmail(message: StoredMessage, query: PageQuery): SafeHtml {
  return html`<article>
    <p class="back">
      <a class="link" href="${pageAddress(query, { id: undefined })}">All messages</a>
    </p>
    <h2 class="h3">${message.subject || "(no subject)"}</h2>
    <dl class="facts">
      <dt>From</dt>
      <dd>${message.from}</dd>
      <dt>To</dt>
      <dd>${message.to}</dd>
    </dl>
    <nav class="tabs" aria-label="Email views">
      ${renderTab("rendered", "Rendered", query)} ${renderTab("text", "Plain text", query)}
      ${renderTab("headers", "Headers", query)}
    </nav>
    ${renderView(message, query)} ${renderEvents(message, query)}
  </article>`;
}

/** What a recipient or their mail service can do with an email. */
const emailEvents = [
  { name: "Deliver", type: "Delivery" },
  { name: "Hard bounce", type: "Bounce", bounce: "hard" },
  { name: "Soft bounce", type: "Bounce", bounce: "soft" },
  { name: "Mark as spam", type: "SpamComplaint" },
  { name: "Open", type: "Open" },
  { name: "Click the first link", type: "Click" },
] as const;

function renderEvents(message: StoredMessage, query: PageQuery): SafeHtml | null {
  if (message.provider !== "postmark") return null;
  return html`<div class="events">
    <h3 class="small">Simulate</h3>
    ${emailEvents.map(
      (event) =>
        html`<form method="post" action="/sandbox/page/do/email-event">
          ${renderHidden("back", pageAddress(query, {}))} ${renderHidden("email", message.to)}
          ${renderHidden("messageId", formatMessageId(message))} ${renderHidden("type", event.type)}
          ${"bounce" in event ? renderHidden("bounce", event.bounce) : null}
          <button class="btn btn--line">${event.name}</button>
        </form>`,
    )}
  </div>`;
}

function renderTab(view: PageQuery["view"], label: string, query: PageQuery): SafeHtml {
  return html`<a
    href="${pageAddress(query, { view })}"
    ${query.view === view ? html`aria-current="page"` : null}
    >${label}</a
  >`;
}

function renderView(message: StoredMessage, query: PageQuery): SafeHtml {
  switch (query.view) {
    case "text":
      return message.text === null
        ? html`<p class="empty">This email has no plain-text part.</p>`
        : html`<pre class="plain">${message.text}</pre>`;
    case "headers":
      return renderHeaders(message);
    case "rendered":
      break;
  }
  return message.html === null
    ? html`<p class="empty">This email has no HTML part.</p>`
    : renderPreview(message.id, query);
}

/** The email in a frame; its response has a policy that allows no scripts and no requests. */
function renderPreview(id: number, query: PageQuery): SafeHtml {
  const address = `/sandbox/page/mails/${id}?scheme=${query.scheme}`;
  const widths = [
    [undefined, "Full width"],
    ["360", "360 px"],
    ["640", "640 px"],
  ] as const;
  return html`<div class="preview-bar">
      <nav class="tabs" aria-label="Preview width">
        ${widths.map(
          ([width, label]) =>
            html`<a
              href="${pageAddress(query, { width })}"
              ${query.width === width ? html`aria-current="page"` : null}
              >${label}</a
            >`,
        )}
      </nav>
      <nav class="tabs" aria-label="Preview colors">
        ${(["light", "dark"] as const).map(
          (scheme) =>
            html`<a
              href="${pageAddress(query, { scheme })}"
              ${query.scheme === scheme ? html`aria-current="page"` : null}
              >${scheme === "light" ? "Light" : "Dark"}</a
            >`,
        )}
      </nav>
      <p class="links">
        <a class="link" href="${address}" target="_blank" rel="noreferrer">Open in a tab</a>
        <button class="btn btn--quiet" type="button" data-copy="${address}" hidden>
          Copy link
        </button>
      </p>
    </div>
    <iframe
      class="mail"
      title="Email preview"
      ${query.width === undefined ? null : html`width="${query.width}"`}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      src="${address}"
    ></iframe>`;
}

function renderHeaders(message: StoredMessage): SafeHtml {
  const rows: [string, string][] = [
    ["From", message.from],
    ["To", message.to],
    ["Subject", message.subject ?? ""],
    ["Message-ID", formatMessageId(message)],
    ["Accepted at", new Date(message.acceptedAtMs).toISOString()],
    ["Stream", message.stream ?? ""],
    ["Tag", message.tag ?? ""],
    ...Object.entries(message.headers),
    ...Object.entries(message.metadata).map(([name, value]): [string, string] => [
      `Metadata: ${name}`,
      value,
    ]),
  ];
  return html`<dl class="headers">
    ${rows.map(
      ([name, value]) =>
        html`<div>
          <dt>${name}</dt>
          <dd>${value || "–"}</dd>
        </div>`,
    )}
  </dl>`;
}

type Bubble = { at: number; text: string; isFromPhone: boolean; isOpen: boolean };

function renderPhone(message: StoredMessage, query: PageQuery, parts: SandboxParts): SafeHtml {
  const bubbles = listBubbles(message, parts);
  return html`<article>
    <p class="back">
      <a class="link" href="${pageAddress(query, { id: undefined })}">All messages</a>
    </p>
    <h2 class="h3">${message.to}</h2>
    <p class="small mute">
      ${message.provider === "automation" ? "Sent through the automation webhook" : "Sent through Twilio"},
      accepted ${formatLocal(message.acceptedAtMs, "UTC")} UTC
    </p>
    <div class="phone">
      <p class="phone-from">${message.from}</p>
      <ol class="bubbles">
        ${bubbles.map(
          (bubble) =>
            html`<li class="${bubble.isFromPhone ? "bubble bubble--own" : "bubble"}">
              <time>${formatLocal(bubble.at, "UTC")} UTC</time>
              <p ${bubble.isOpen ? html`aria-current="true"` : null}>${bubble.text}</p>
            </li>`,
        )}
      </ol>
      <form class="reply" method="post" action="/sandbox/page/reply">
        <input type="hidden" name="from" value="${message.to}" />
        <input type="hidden" name="back" value="${pageAddress(query, {})}" />
        <label class="sr" for="reply">Reply from this phone</label>
        <input
          id="reply"
          name="body"
          autocomplete="off"
          required
          placeholder="STOP, START, HELP, 1"
        />
        <button class="btn btn--line">Reply</button>
      </form>
    </div>
  </article>`;
}

function listBubbles(open: StoredMessage, { messages, received }: SandboxParts): Bubble[] {
  const sent = messages
    .latest(
      { channel: "sms", to: open.to, beforeId: open.id + conversationLength },
      conversationLength,
    )
    .map((message) => ({
      at: message.acceptedAtMs,
      text: message.text ?? "",
      isFromPhone: false,
      isOpen: message.id === open.id,
    }));
  const replies = received.list("inbound").flatMap(({ body, receivedAt }) => {
    const { data: text } = inboundSchema.safeParse(body);
    return text?.from === open.to
      ? [{ at: Date.parse(receivedAt), text: text.body, isFromPhone: true, isOpen: false }]
      : [];
  });
  return [...sent, ...replies].toSorted((one, other) => one.at - other.at);
}
