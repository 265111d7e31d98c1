import type { CheckoutOpenOptions, Paddle, PaddleEventData } from "@paddle/paddle-js";
import type { PlanName } from "@/lib/contracts/plans";

/** What a checkout needs to know, from the server's configuration. */
export type CheckoutConfig = {
  /** Address of Paddle.js. */
  scriptUrl: string;
  /** Paddle's token for browsers; without one no checkout opens. */
  clientToken: string | undefined;
  /** Without a trailing slash. */
  siteUrl: string;
  /** Paddle's id of each plan's price. */
  priceIds: Readonly<Record<PlanName, string | undefined>>;
};

/** `opened`: the overlay stands. `completed`: paid. `ended`: closed, or it could not be shown. */
export type CheckoutEvent = "opened" | "completed" | "ended";

const eventsByPaddleName: Readonly<Record<string, CheckoutEvent>> = {
  "checkout.loaded": "opened",
  "checkout.completed": "completed",
  "checkout.closed": "ended",
  "checkout.error": "ended",
  "checkout.failed": "ended",
};

let library: Paddle | undefined;
let loading: Promise<void> | undefined;
let listener: ((event: CheckoutEvent) => void) | undefined;

/**
 * Loads Paddle.js and makes it ready, once per page. A script that could not be loaded leaves the
 * library not ready; the next call tries again.
 */
export async function prepareCheckout(config: CheckoutConfig): Promise<void> {
  loading ??= initialize(config);
  try {
    await loading;
  } catch (error) {
    loading = undefined;
    report(error);
  }
}

/**
 * Opens the checkout of a plan, light and in English, for one price and a uid of its own.
 *
 * @param onEvent told what becomes of it
 * @returns whether it was opened: it is refused while the library is not ready (spec, section 5)
 */
export function openCheckout(
  config: CheckoutConfig,
  plan: PlanName,
  onEvent: (event: CheckoutEvent) => void,
): boolean {
  const priceId = config.priceIds[plan];
  if (!library || !priceId) {
    report("The checkout is not ready: Paddle.js has not been loaded, or the plan has no price.");
    return false;
  }
  listener = onEvent;
  try {
    library.Checkout.open(checkoutOptions(priceId, makeUid(), config.siteUrl));
    return true;
  } catch (error) {
    report(error);
    return false;
  }
}

/** What Paddle.js is asked to open. */
export function checkoutOptions(
  priceId: string,
  uid: string,
  siteUrl: string,
): CheckoutOpenOptions {
  return {
    items: [{ priceId, quantity: 1 }],
    customData: { uid },
    settings: {
      displayMode: "overlay",
      theme: "light",
      locale: "en",
      successUrl: `${siteUrl}/onboarding?uid=${encodeURIComponent(uid)}`,
    },
  };
}

/** `uid_` and 128 random bits in hexadecimal: nobody can guess another buyer's. */
export function makeUid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `uid_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

async function initialize({ scriptUrl, clientToken }: CheckoutConfig): Promise<void> {
  if (!clientToken) throw new Error("PADDLE_CLIENT_TOKEN is not configured.");
  await loadScript(scriptUrl);
  const { Paddle: loaded } = window;
  if (!loaded) throw new Error("Paddle.js did not announce itself.");
  loaded.Initialize({ token: clientToken, eventCallback: hear });
  library = loaded;
}

function hear({ name }: PaddleEventData): void {
  const event = name && eventsByPaddleName[name];
  if (event) listener?.(event);
}

function loadScript(url: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = url;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => {
      script.remove();
      reject(new Error("Paddle.js could not be loaded."));
    });
    document.head.append(script);
  });
}

function report(problem: unknown): void {
  // The specification asks for the console alone here (section 5).
  // oxlint-disable-next-line no-console
  console.error(problem);
}
