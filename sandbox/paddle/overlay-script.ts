/**
 * The part of Paddle.js that the service uses (https://developer.paddle.com/paddlejs/overview):
 * `Environment.set`, `Initialize`, `Checkout.open`, and `close`. Like the real one, it shows the
 * checkout in an iframe.
 */
export const overlayScript = `(() => {
  "use strict";
  const origin = new URL(document.currentScript.src).origin;
  let environment = "production";
  let options = {};
  let open = null;

  function notify(name, data) {
    const event = { name, data };
    if (typeof options.eventCallback === "function") options.eventCallback(event);
    if (open && typeof open.eventCallback === "function") open.eventCallback(event);
  }

  function close() {
    if (!open) return;
    const { frame, focused, overflow } = open;
    notify("checkout.closed");
    open = null;
    frame.remove();
    document.documentElement.style.overflow = overflow;
    if (focused instanceof HTMLElement) focused.focus();
  }

  function onMessage(message) {
    if (!open || message.origin !== origin || message.source !== open.frame.contentWindow) return;
    const { name, data } = message.data || {};
    if (name === "checkout.closed") return close();
    notify(name, data);
    if (name !== "checkout.completed") return;
    const { successUrl } = open.settings;
    if (successUrl) location.assign(successUrl);
  }

  function show(request) {
    if (open) return;
    const settings = { ...(options.checkout || {}).settings, ...request.settings };
    const query = new URLSearchParams({
      items: JSON.stringify(request.items || []),
      transactionId: request.transactionId || "",
      customData: JSON.stringify(request.customData || null),
      email: (request.customer || {}).email || "",
      theme: settings.theme || "light",
      locale: settings.locale || "en",
      parent: location.origin,
    });
    const frame = document.createElement("iframe");
    frame.src = origin + "/paddle/checkout?" + query;
    frame.title = "Paddle Checkout";
    frame.name = "paddle_frame";
    frame.className = "paddle-frame paddle-frame-overlay";
    frame.allow = "payment";
    frame.style.cssText = "position:fixed;inset:0;width:100%;height:100%;border:0;z-index:99999;color-scheme:light";
    open = {
      frame,
      settings,
      eventCallback: request.eventCallback,
      focused: document.activeElement,
      overflow: document.documentElement.style.overflow,
    };
    document.documentElement.style.overflow = "hidden";
    document.body.append(frame);
    frame.addEventListener("load", () => { frame.focus(); notify("checkout.loaded"); });
  }

  addEventListener("message", onMessage);
  window.Paddle = {
    Initialized: false,
    Status: { libraryVersion: "2.0.0-sandbox" },
    Environment: { set(name) { environment = name; } },
    Initialize(given) {
      if (!given || !given.token) throw new Error("[PADDLE] A client-side token is required.");
      if (given.token.startsWith("test_") !== (environment === "sandbox")) {
        throw new Error("[PADDLE] The token isn't one of the environment " + environment + ".");
      }
      options = given;
      window.Paddle.Initialized = true;
      // A link with a transaction opens its checkout.
      const transactionId = new URLSearchParams(location.search).get("_ptxn");
      if (transactionId) show({ transactionId });
    },
    Update(given) { options = { ...options, ...given }; },
    Setup(given) { window.Paddle.Initialize(given); },
    Checkout: {
      open(request) {
        if (!window.Paddle.Initialized) throw new Error("[PADDLE] Call Paddle.Initialize() first.");
        if (!request || !Array.isArray(request.items) || request.items.length === 0) {
          throw new Error("[PADDLE] Checkout.open needs items.");
        }
        show(request);
      },
      close,
    },
  };
})();
`;
