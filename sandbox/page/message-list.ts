import type { StoredMessage } from "../messages/message";
import { html, type SafeHtml } from "./html";
import { formatShort } from "./local-time";
import { pageAddress, type PageQuery } from "./query";

/** Messages per page. */
export const listLength = 40;

/** One page of messages, newest first. */
export function renderMessageList(
  messages: StoredMessage[],
  hasOlder: boolean,
  query: PageQuery,
): SafeHtml {
  if (messages.length === 0) return renderEmpty(query);
  const oldest = messages.at(-1);
  return html`<ol class="rows">
      ${messages.map((message) => renderRow(message, query))}
    </ol>
    <p class="pager">
      ${
        query.before === undefined
          ? null
          : html`<a class="link" href="${pageAddress(query, { before: undefined })}">Newest</a>`
      }
      ${
        hasOlder && oldest
          ? html`<a class="link" href="${pageAddress(query, { before: oldest.id })}">Older</a>`
          : null
      }
    </p>`;
}

function renderEmpty(query: PageQuery): SafeHtml {
  return query.q || query.show !== "all"
    ? html`<p class="empty">No messages match. <a class="link" href="/">Show all</a></p>`
    : html`<p class="empty">
        No messages yet. Emails and texts appear here as soon as they are accepted.
      </p>`;
}

function renderRow(message: StoredMessage, query: PageQuery): SafeHtml {
  const isOpen = message.id === query.id;
  const title = message.channel === "email" ? message.subject || "(no subject)" : message.text;
  const at = new Date(message.acceptedAtMs).toISOString();
  return html`<li>
    <a
      class="row"
      href="${pageAddress(query, { id: message.id })}"
      ${isOpen ? html`aria-current="true"` : null}
    >
      <span class="row-kind caps">${message.channel === "email" ? "Email" : "Text"}</span>
      <span class="row-title">${title ?? ""}</span>
      <span class="row-to">${message.to}</span>
      <time class="row-time" datetime="${at}">${formatShort(message.acceptedAtMs)} UTC</time>
    </a>
  </li>`;
}
