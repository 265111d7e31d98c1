import type { PageState } from "./sandbox-page";

/**
 * Runs in the browser: keeps the parts of the page fresh and lets its clocks run. Sent as its own
 * source text, so that it may use nothing from outside itself.
 */
export function runPage(): void {
  const pollMs = 1_000;
  const main = document.querySelector<HTMLElement>("main[data-now]");
  const shown = new Map<string, string>();
  let time = {
    now: Date.parse(main?.dataset["now"] ?? ""),
    rate: Number(main?.dataset["rate"] ?? 1),
    at: performance.now(),
  };

  function showPart(name: string, markup: string): void {
    const target = document.querySelector(`[data-part="${name}"]`);
    if (!target || shown.get(name) === markup || target.contains(document.activeElement)) return;
    const isFirst = !shown.has(name);
    shown.set(name, markup);
    // What the server wrote first is what it would write now, unless something has changed since.
    if (isFirst && target.innerHTML.trim() === markup.trim()) return;
    target.innerHTML = markup;
  }

  async function poll(): Promise<void> {
    const response = await fetch(`/sandbox/page/state${location.search}`);
    if (!response.ok) return;
    const state: PageState = await response.json();
    time = { now: Date.parse(state.now), rate: state.rate, at: performance.now() };
    for (const [name, markup] of Object.entries(state.parts)) showPart(name, markup);
  }

  function tick(): void {
    const nowMs = time.now + (performance.now() - time.at) * time.rate;
    for (const element of document.querySelectorAll<HTMLElement>("[data-zone]")) {
      const text = new Intl.DateTimeFormat("en-GB", {
        timeZone: element.dataset["zone"],
        weekday: "short",
        day: "numeric",
        month: "short",
        hour: "2-digit",
        minute: "2-digit",
        second: "2-digit",
        hourCycle: "h23",
      }).format(nowMs);
      if (element.textContent !== text) element.textContent = text;
    }
  }

  async function pollAgain(): Promise<void> {
    try {
      if (!document.hidden) await poll();
    } finally {
      setTimeout(() => void pollAgain(), pollMs);
    }
  }

  setInterval(tick, 200);
  setTimeout(() => void pollAgain(), pollMs);
}
