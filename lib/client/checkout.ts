import type { CheckoutOpenOptions, Paddle, PaddleEventData } from "@paddle/paddle-js";
import type { PlanName } from "@/lib/contracts/plans";

/** From the server's configuration. */
export type CheckoutConfig = {
  /** URL of Paddle.js. */
  scriptUrl: string;
  /** Paddle's token for browsers. Without one, no checkout opens. */
  clientToken: string | undefined;
  /** Without a trailing slash. */
  siteUrl: string;
  priceIds: Readonly<Record<PlanName, string | undefined>>;
};

/** `opened`: the overlay is visible. `completed`: paid. `ended`: closed or failed to open. */
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

/** Loads and initializes Paddle.js, once per page. After a failure, the next call tries again. */
export async function prepareCheckout(config: CheckoutConfig): Promise<void> {
  loading ??= initialize(config);
  try {
    await loading;
  } catch (error) {
    loading = undefined;
    logError(error);
  }
}

/**
 * Opens the checkout of a plan with a new uid: docs/product-spec.md, section 5.1.
 *
 * @returns whether it opened; it doesn't while Paddle.js isn't ready
 */
export function openCheckout(
  config: CheckoutConfig,
  plan: PlanName,
  onEvent: (event: CheckoutEvent) => void,
): boolean {
  const priceId = config.priceIds[plan];
  if (!library || !priceId) {
    logError("The checkout isn't ready: Paddle.js hasn't loaded, or the plan has no price id.");
    return false;
  }
  listener = onEvent;
  try {
    library.Checkout.open(checkoutOptions(priceId, makeUid(), config.siteUrl));
    return true;
  } catch (error) {
    logError(error);
    return false;
  }
}

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

/** `uid_` plus 128 random bits in hexadecimal, so that nobody can guess another buyer's. */
export function makeUid(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `uid_${Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("")}`;
}

async function initialize({ scriptUrl, clientToken }: CheckoutConfig): Promise<void> {
  if (!clientToken) throw new Error("PADDLE_CLIENT_TOKEN isn't configured.");
  await loadScript(scriptUrl);
  const { Paddle: loaded } = window;
  if (!loaded) throw new Error("Paddle.js loaded but didn't define window.Paddle.");
  // https://developer.paddle.com/paddle-js/methods/paddle-environment-set
  if (clientToken.startsWith("test_")) loaded.Environment.set("sandbox");
  loaded.Initialize({ token: clientToken, eventCallback: onPaddleEvent });
  library = loaded;
}

function onPaddleEvent({ name }: PaddleEventData): void {
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
      reject(new Error("Paddle.js failed to load."));
    });
    document.head.append(script);
  });
}

function logError(error: unknown): void {
  // docs/product-spec.md, section 5.1: only the browser console says why.
  // oxlint-disable-next-line no-console
  console.error(error);
}
