import type { PageState } from "./sandbox-page";

/**
 * Runs in the browser: refreshes the page and runs its clocks. The browser gets this function's source
 * text, so it can't use anything defined outside it.
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
    // Usually nothing has changed since the server rendered the page.
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
      const text = new Intl.DateTimeFormat("en-US", {
        timeZone: element.dataset["zone"],
        weekday: "short",
        day: "numeric",
        month: "short",
        hour: "numeric",
        minute: "2-digit",
        second: "2-digit",
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

  for (const button of document.querySelectorAll<HTMLButtonElement>("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => {
      const link = new URL(button.dataset["copy"] ?? "", location.href).href;
      navigator.clipboard.writeText(link).then(
        () => (button.textContent = "Copied"),
        () => (button.textContent = "Can't copy here"),
      );
    });
  }

  setInterval(tick, 200);
  setTimeout(() => void pollAgain(), pollMs);
}
