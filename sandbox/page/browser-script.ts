import type { MessageView } from "../control/message-routes";
import type { RecipientCount } from "../messages/message";
import type { SubscriptionEntity } from "../paddle/entities";
import type { SandboxClockReading } from "../state/clock";
import type { Fault } from "../state/faults";
import type { ReceivedCall } from "../state/received";

// Over 300 lines, because it's one function.

/**
 * Runs in the browser: shows the control endpoints' data, refreshed every second, and calls them for the
 * page's forms. The browser gets this function's source text, so it can't use anything defined outside it.
 */
export function runPage(): void {
  const pollMs = 1_000;
  const listLength = 40;
  const newYork = "America/New_York";
  const query = new URLSearchParams(location.search);
  const tab = query.get("tab") ?? "messages";
  const openId = query.get("id");

  type Child = Node | string | readonly Child[] | null;
  type Attributes = Record<string, string | boolean>;

  function create(tag: string, attributes: Attributes, ...children: Child[]): HTMLElement {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
      if (value !== false) element.setAttribute(name, value === true ? "" : value);
    }
    element.append(...children.flat(5).filter((child): child is Node | string => child !== null));
    return element;
  }

  /** The page's address with some query values changed; empty ones are left out. */
  function addressWith(changes: Record<string, string>): string {
    const next = new URLSearchParams(query);
    for (const [name, value] of Object.entries(changes)) {
      if (value === "") next.delete(name);
      else next.set(name, value);
    }
    return next.size > 0 ? `/?${next}` : "/";
  }

  const link = (changes: Record<string, string>, label: string) =>
    create("a", { class: "link", href: addressWith(changes) }, label);

  /** Links that change one query value; the current one is marked. */
  function tabs(label: string, name: string, choices: readonly (readonly [string, string])[]) {
    const current = query.get(name) ?? "";
    return create(
      "nav",
      { class: "tabs", "aria-label": label },
      choices.map(([value, text]) =>
        create(
          "a",
          { href: addressWith({ [name]: value }), "aria-current": value === current && "page" },
          text,
        ),
      ),
    );
  }

  const shown = new Map<string, string>();

  /** Updates a part of the page, unless it's unchanged or in use. */
  function show(part: string, ...children: Child[]): void {
    const target = document.querySelector(`[data-part="${part}"]`);
    const next = create("div", {}, ...children);
    const isUsed = part !== "detail" && target?.contains(document.activeElement) === true;
    if (!target || isUsed || shown.get(part) === next.outerHTML) return;
    shown.set(part, next.outerHTML);
    target.replaceChildren(...next.childNodes);
  }

  async function get<Found>(path: string, values: Record<string, string> = {}): Promise<Found> {
    const given = Object.entries(values).filter(([, value]) => value !== "");
    const response = await fetch(`${path}?${new URLSearchParams(given)}`);
    const found: Found = await response.json();
    return found;
  }

  const formatIn = (at: number | string, timeZone: string, weekday?: "short") =>
    new Intl.DateTimeFormat("en-US", {
      timeZone,
      weekday,
      day: "numeric",
      month: "short",
      hour: "numeric",
      minute: "2-digit",
      second: "2-digit",
    }).format(new Date(at));

  const time = (at: string, name = "") =>
    create("time", { class: name, datetime: at }, `${formatIn(at, "UTC")} UTC`);

  /** `2026-11-20 07:40` */
  const fieldsIn = (at: number, timeZone: string) =>
    new Intl.DateTimeFormat("sv-SE", { timeZone, dateStyle: "short", timeStyle: "short" }).format(
      at,
    );

  /** The instant of a local date and time; undefined where clocks skip it. */
  function instantOf(date: string, atTime: string, timeZone: string): number | undefined {
    const asUtc = Date.parse(`${date}T${atTime}Z`);
    return [0, -1, 4, 5]
      .map((hours) => asUtc + hours * 3_600_000)
      .find((at) => !Number.isNaN(at) && fieldsIn(at, timeZone) === `${date} ${atTime}`);
  }

  /** 7:40 AM in New York on the next weekday, 20 minutes before the briefing. */
  function nextBriefing(now: number): number | undefined {
    return [0, 1, 2, 3]
      .map((days) => fieldsIn(now + days * 86_400_000, newYork).slice(0, 10))
      .filter((date) => ![0, 6].includes(new Date(date).getUTCDay()))
      .map((date) => instantOf(date, "07:40", newYork) ?? 0)
      .find((at) => at > now);
  }

  let clock = { now: Date.now(), rate: 1, at: performance.now() };
  const nowMs = () => clock.now + (performance.now() - clock.at) * clock.rate;

  async function showClock(): Promise<void> {
    const { now, rate, simulated } = await get<SandboxClockReading>("/sandbox/clock");
    clock = { now: Date.parse(now), rate, at: performance.now() };
    const speed = rate === 1 ? "at normal speed" : `at ${rate}× speed`;
    show("clock", simulated ? [create("strong", {}, "Simulated"), `, ${speed}.`] : "Real time.");
  }

  let totalsDueAt = 0;

  /** Counting a million messages takes a while: the longer it takes, the less often it's repeated. */
  async function showTotals(): Promise<void> {
    const startedAt = performance.now();
    if (startedAt < totalsDueAt) return;
    const channels = [
      ["Emails", "email"],
      ["Texts", "sms"],
    ] as const;
    const counts = await Promise.all(
      channels.map(([, channel]) => get<RecipientCount>("/sandbox/messages/count", { channel })),
    );
    const endedAt = performance.now();
    totalsDueAt = endedAt + 10 * (endedAt - startedAt);
    const duplicates = counts.flatMap((count) => count.duplicates);
    const cell = (count: number) => create("td", {}, count.toLocaleString("en-US"));
    show(
      "totals",
      create(
        "table",
        {},
        create(
          "thead",
          {},
          create(
            "tr",
            {},
            ["Channel", "Accepted", "Recipients", "More than one"].map((name) =>
              create("th", { scope: "col" }, name),
            ),
          ),
        ),
        create(
          "tbody",
          {},
          counts.map(({ total, distinct, duplicates: { length } }, index) =>
            create(
              "tr",
              {},
              create("th", { scope: "row" }, channels[index]?.[0] ?? ""),
              [total, distinct, length].map(cell),
            ),
          ),
        ),
      ),
      duplicates.length === 0
        ? null
        : create(
            "details",
            {},
            create("summary", {}, "Recipients of more than one"),
            create(
              "ul",
              { class: "plain-list" },
              duplicates
                .slice(0, 20)
                .map(({ to, count }) => create("li", {}, link({ q: to }, to), ` ${count}`)),
            ),
          ),
    );
  }

  let listed: MessageView[] = [];

  async function showMessages(): Promise<void> {
    const before = query.get("before") ?? "";
    const filter = { channel: query.get("show") ?? "", contains: query.get("q") ?? "" };
    const newest = listed[0]?.id;
    const limit = String(listLength + 1);
    // Usually, there is nothing new.
    const isNew =
      newest === undefined ||
      (before === "" &&
        (await get<unknown[]>("/sandbox/messages", { ...filter, after: newest, limit: "1" }))
          .length > 0);
    if (isNew) {
      const from = before || "9".repeat(15);
      const found = { ...filter, before: from, limit };
      listed = (await get<MessageView[]>("/sandbox/messages", found)).toReversed();
    }
    const rows = listed.slice(0, listLength);
    const oldest = rows.at(-1);
    show(
      "list",
      oldest === undefined
        ? create("p", { class: "empty" }, "No messages yet, or none that match.")
        : create("ol", { class: "rows" }, rows.map(row)),
      create(
        "p",
        { class: "pager" },
        before === "" ? null : link({ before: "" }, "Newest"),
        oldest !== undefined && listed.length > listLength
          ? link({ before: oldest.id }, "Older")
          : null,
      ),
    );
    if (openId === null)
      show("detail", create("p", { class: "empty" }, "Select a message to read it."));
    else await showOpenMessage(openId);
  }

  function row({ id, channel, subject, text, to, acceptedAt }: MessageView): HTMLElement {
    const isEmail = channel === "email";
    return create(
      "li",
      {},
      create(
        "a",
        { class: "row", href: addressWith({ id }), "aria-current": id === openId && "true" },
        create("span", { class: "row-kind caps" }, isEmail ? "Email" : "Text"),
        create("span", { class: "row-title" }, (isEmail ? subject : text) || "(no subject)"),
        create("span", { class: "row-to" }, to),
        time(acceptedAt, "row-time"),
      ),
    );
  }

  async function showOpenMessage(id: string): Promise<void> {
    const message = await get<MessageView | { message: string }>(`/sandbox/messages/${id}`);
    if (!("channel" in message)) {
      show("detail", create("p", { class: "empty" }, "This message was deleted."));
      return;
    }
    const content = message.channel === "email" ? email(message) : await phone(message);
    const back = create("p", { class: "back" }, link({ id: "" }, "All messages"));
    // Keeps what is being typed.
    const typed = document.querySelector<HTMLInputElement>("#reply")?.value ?? "";
    if (typed === "") show("detail", create("article", {}, back, content));
  }

  function email(message: MessageView): Child {
    const view = query.get("view") ?? "";
    const plain = message.text ?? "This email has no plain-text part.";
    return [
      create("h2", { class: "h3" }, message.subject || "(no subject)"),
      facts("facts", [
        ["From", message.from],
        ["To", message.to],
      ]),
      message.provider === "postmark" ? events(message) : null,
      tabs("Email views", "view", [
        ["", "Rendered"],
        ["text", "Plain text"],
        ["headers", "Headers"],
      ]),
      view === "text"
        ? create("pre", { class: "plain" }, plain)
        : view === "headers"
          ? facts("headers", headersOf(message))
          : preview(message),
    ];
  }

  function facts(name: string, rows: readonly (readonly [string, string | null])[]): HTMLElement {
    const pairs = rows.map(([term, value]) => [
      create("dt", {}, term),
      create("dd", {}, value || "–"),
    ]);
    const isList = name === "headers";
    return create(
      "dl",
      { class: name },
      isList ? pairs.map((pair) => create("div", {}, pair)) : pairs,
    );
  }

  function headersOf(message: MessageView): [string, string | null][] {
    return [
      ["From", message.from],
      ["To", message.to],
      ["Subject", message.subject],
      ["Message-ID", message.messageId],
      ["Accepted at", message.acceptedAt],
      ["Stream", message.stream],
      ["Tag", message.tag],
      ...Object.entries(message.headers),
      ...Object.entries(message.metadata).map(([name, value]): [string, string] => [
        `Metadata: ${name}`,
        value,
      ]),
    ];
  }

  /** The email in a frame, whose policy allows no scripts and no requests. */
  function preview({ id, html }: MessageView): Child {
    if (html === null) return create("p", { class: "empty" }, "This email has no HTML part.");
    const width = query.get("width") ?? "";
    const src = `/sandbox/page/mails/${id}?scheme=${query.get("scheme") ?? "light"}`;
    return [
      create(
        "div",
        { class: "preview-bar" },
        tabs("Preview width", "width", [
          ["", "Full width"],
          ["360", "360 px"],
          ["640", "640 px"],
        ]),
        tabs("Preview colors", "scheme", [
          ["", "Light"],
          ["dark", "Dark"],
        ]),
        create("a", { class: "link small", href: src, target: "_blank" }, "Open in a tab"),
      ),
      create("iframe", {
        class: "mail",
        title: "Email preview",
        width: width !== "" && width,
        sandbox: "allow-popups allow-popups-to-escape-sandbox",
        src,
      }),
    ];
  }

  /** What a recipient or their mail service can do with an email. */
  function events({ to, messageId }: MessageView): HTMLElement {
    const choices: [string, Record<string, string>][] = [
      ["Deliver", { type: "Delivery" }],
      ["Hard bounce", { type: "Bounce", bounce: "hard" }],
      ["Soft bounce", { type: "Bounce", bounce: "soft" }],
      ["Mark as spam", { type: "SpamComplaint" }],
      ["Open", { type: "Open" }],
      ["Click the first link", { type: "Click" }],
    ];
    return create(
      "div",
      { class: "events" },
      create("h3", { class: "small" }, "Simulate"),
      choices.map(([label, event]) =>
        form("POST /sandbox/postmark/event", { email: to, messageId, ...event }, [
          create("button", { class: "btn btn--line" }, label),
        ]),
      ),
    );
  }

  function form(endpoint: string, values: Record<string, string>, children: Child, name = "") {
    const hidden = Object.entries(values).map(([field, value]) =>
      create("input", { type: "hidden", name: field, value }),
    );
    return create("form", { "data-call": endpoint, class: name }, hidden, children);
  }

  async function phone(open: MessageView): Promise<Child> {
    const before = String(Number(open.id) + 12);
    const near = { channel: "sms", to: open.to, before, limit: "12" };
    const [sent, replies] = await Promise.all([
      get<MessageView[]>("/sandbox/messages", near),
      get<(ReceivedCall & { body: { from: string; body: string } })[]>("/sandbox/inbound"),
    ]);
    const bubbles = [
      ...sent.map(({ id, acceptedAt, text }) => ({ at: acceptedAt, text: text ?? "", id })),
      ...replies
        .filter(({ body }) => body.from === open.to)
        .map(({ receivedAt, body }) => ({ at: receivedAt, text: body.body, id: null })),
    ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
    return [
      create("h2", { class: "h3" }, open.to),
      create("p", { class: "small mute" }, `Sent through ${open.provider}`),
      create(
        "div",
        { class: "phone" },
        create("p", { class: "phone-from" }, open.from),
        create(
          "ol",
          { class: "bubbles" },
          bubbles.map(({ at, text, id }) =>
            create(
              "li",
              { class: id === null ? "bubble bubble--own" : "bubble" },
              time(at),
              create("p", { "aria-current": id === open.id && "true" }, text),
            ),
          ),
        ),
        form(
          "POST /sandbox/twilio/inbound",
          { from: open.to },
          [
            create("label", { class: "sr", for: "reply" }, "Reply from this phone"),
            create("input", {
              id: "reply",
              name: "body",
              autocomplete: "off",
              required: true,
              placeholder: "STOP, START, HELP, 1",
            }),
            create("button", { class: "btn btn--line" }, "Reply"),
          ],
          "reply",
        ),
      ),
    ];
  }

  async function showFaults(): Promise<void> {
    const faults = await get<Fault[]>("/sandbox/faults");
    const describe = (fault: Fault) => {
      const isError = fault.mode === "error" || fault.mode === "rate-limit";
      return [
        `${fault.mode}${isError ? ` ${fault.status}` : ""}`,
        fault.endpoint === "send" ? null : `on ${fault.endpoint}`,
        fault.probability === 1 ? null : `${Math.round(fault.probability * 1_000) / 10}%`,
        fault.count === null ? null : `${fault.count} left`,
        `used ${fault.struck} times`,
      ]
        .filter((part) => part !== null)
        .join(", ");
    };
    const item = (fault: Fault) =>
      create(
        "li",
        {},
        create("strong", {}, fault.provider),
        ` ${describe(fault)}`,
        form(`DELETE /sandbox/faults/${fault.id}`, {}, [
          create(
            "button",
            { class: "btn btn--quiet", "aria-label": `Delete: ${fault.provider} ${fault.mode}` },
            "Delete",
          ),
        ]),
      );
    show(
      "faults",
      faults.length === 0
        ? create("p", { class: "small mute" }, "None. All providers are working.")
        : create("ul", { class: "faults" }, faults.map(item)),
    );
  }

  async function showCustomers(): Promise<void> {
    const [subscriptions, customers] = await Promise.all([
      get<SubscriptionEntity[]>("/sandbox/paddle/subscriptions"),
      get<{ id: string; email: string }[]>("/sandbox/paddle/customers"),
    ]);
    const emails = new Map(customers.map(({ id, email: address }) => [id, address]));
    const choices = document.querySelector<HTMLElement>("[data-events]")?.dataset["events"] ?? "";
    const item = ({ id, customer_id: customerId, status, ...rest }: SubscriptionEntity) =>
      create(
        "li",
        {},
        create("strong", {}, emails.get(customerId) ?? customerId),
        ` ${status.replace("_", " ")}`,
        create(
          "p",
          { class: "mute" },
          `${id}, next charge ${rest.next_billed_at?.slice(0, 10) ?? "never"}`,
        ),
        form(
          `POST /sandbox/paddle/subscriptions/${id}`,
          {},
          [
            create(
              "select",
              { name: "event", "aria-label": `What happens to ${id}` },
              choices
                .split(" ")
                .map((event) => create("option", { value: event }, event.replace("_", " "))),
            ),
            create("button", { class: "btn btn--line" }, "Apply"),
          ],
          "inline",
        ),
      );
    const newest = subscriptions.slice(-listLength).toReversed();
    show(
      "customers",
      newest.length === 0
        ? create("p", { class: "empty" }, "No one has bought anything yet.")
        : create("ul", { class: "faults" }, newest.map(item)),
    );
  }

  const kind = query.get("calls") ?? "analytics";

  async function showCalls(): Promise<void> {
    const received = await get<ReceivedCall[]>(`/sandbox/${kind}`);
    show(
      "calls",
      received.length === 0
        ? create("p", { class: "empty" }, "None yet.")
        : create(
            "ol",
            { class: "calls" },
            received
              .slice(-listLength)
              .toReversed()
              .map(({ receivedAt, body }) =>
                create(
                  "li",
                  {},
                  time(receivedAt, "small mute"),
                  create("pre", { class: "plain" }, JSON.stringify(body, null, 2)),
                ),
              ),
          ),
    );
  }

  const showTab: Record<string, () => Promise<void>> = {
    faults: showFaults,
    customers: showCustomers,
    calls: showCalls,
  };

  async function refresh(): Promise<void> {
    const showThis = showTab[tab] ?? showMessages;
    await Promise.all([showClock(), showTotals(), showThis()]);
  }

  async function refreshAgain(): Promise<void> {
    try {
      if (!document.hidden) await refresh();
    } catch {
      // The sandbox may be restarting.
    }
    setTimeout(() => void refreshAgain(), pollMs);
  }

  type Answer = { message?: string; status?: number; statuses?: number[] };

  /** Calls an endpoint, and shows the result. */
  async function call(endpoint: string, body?: Record<string, unknown>): Promise<void> {
    const [method = "", path = ""] = endpoint.split(" ");
    const response = await fetch(path, {
      method,
      ...(body && { headers: { "content-type": "application/json" }, body: JSON.stringify(body) }),
    });
    const answer: Answer = await response.json();
    const outcome = document.querySelector<HTMLElement>(".outcome");
    if (!outcome) return;
    const status = answer.statuses?.at(-1) ?? answer.status;
    const answered = status === undefined || status < 200 ? "" : ` The service answered ${status}.`;
    outcome.hidden = false;
    outcome.setAttribute("role", response.ok ? "status" : "alert");
    outcome.textContent = response.ok
      ? `Done.${answered}`
      : (answer.message ?? "That didn't work.");
    if (method === "DELETE") listed = [];
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    await refresh();
  }

  /** The form's filled-in values, numbers as numbers. */
  function valuesOf(target: HTMLFormElement): Record<string, unknown> {
    const values = [...new FormData(target)].flatMap(([name, value]): [string, unknown][] => {
      const isNumber = target.querySelector(`[name="${name}"][type="number"]`) !== null;
      if (typeof value !== "string" || value.trim() === "") return [];
      return [[name, isNumber ? Number(value) : value]];
    });
    return Object.fromEntries(values);
  }

  function changeClock(action: string, values: Record<string, unknown>): Promise<void> {
    const rate = Number(values["rate"]);
    if (action === "real") return call("DELETE /sandbox/clock");
    if (action === "rate") return call("PUT /sandbox/clock", { rate });
    const at =
      action === "briefing"
        ? nextBriefing(nowMs())
        : instantOf(String(values["date"]), String(values["time"]), String(values["zone"]));
    // Without a valid time, the endpoint reports what is missing.
    return call("PUT /sandbox/clock", {
      now: at === undefined ? "" : new Date(at).toISOString(),
      rate,
    });
  }

  document.addEventListener("submit", (event) => {
    const target = event.target;
    if (!(target instanceof HTMLFormElement) || target.matches("[role=search]")) return;
    event.preventDefault();
    const values = valuesOf(target);
    const button = event.submitter instanceof HTMLButtonElement ? event.submitter.value : "";
    const endpoint = target.dataset["call"] ?? "";
    if (target.id === "clock") void changeClock(button, values);
    else if (target.id === "clear-calls") void call(`DELETE /sandbox/${kind}`);
    else if (endpoint.startsWith("DELETE")) void call(endpoint);
    else {
      const uid = endpoint.endsWith("/checkout") ? { uid: crypto.randomUUID() } : {};
      const isReply = target.matches(".reply");
      void call(endpoint, { ...uid, ...values });
      if (isReply) target.reset();
    }
  });

  for (const panel of document.querySelectorAll<HTMLElement>("[data-tab]")) {
    panel.hidden = panel.dataset["tab"] !== (tab in showTab ? tab : "messages");
  }
  for (const anchor of document.querySelectorAll<HTMLAnchorElement>(".tabs--page a")) {
    const isCurrent = (new URL(anchor.href).searchParams.get("tab") ?? "messages") === tab;
    if (isCurrent) anchor.setAttribute("aria-current", "page");
  }
  for (const anchor of document.querySelectorAll<HTMLAnchorElement>("[data-set]")) {
    const [name = "", value = ""] = (anchor.dataset["set"] ?? "").split("=");
    anchor.href = addressWith({ [name]: value, id: "", before: "" });
    const current = name === "calls" ? kind : (query.get(name) ?? "");
    if (current === value) anchor.setAttribute("aria-current", "page");
  }
  if (openId !== null) document.querySelector("main")?.classList.add("has-open");
  const [date = "", timeOfDay = ""] = fieldsIn(Date.now(), newYork).split(" ");
  for (const [id, value] of [
    ["date", date],
    ["time", timeOfDay],
    ["search", query.get("q") ?? ""],
  ]) {
    const input = document.querySelector<HTMLInputElement>(`#${id}`);
    if (input) input.value = value ?? "";
  }
  setInterval(() => {
    for (const element of document.querySelectorAll<HTMLElement>("[data-zone]")) {
      element.textContent = formatIn(nowMs(), element.dataset["zone"] ?? "UTC", "short");
    }
  }, 200);
  void refreshAgain();
}
