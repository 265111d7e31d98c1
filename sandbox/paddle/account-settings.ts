import type { SandboxParts } from "../parts";
import { paddleRefusal } from "./failure";

/** What Paddle's API root says about the key (https://developer.paddle.com/api-reference/api-root). */
export function apiRoot(parts: SandboxParts) {
  return {
    api: {
      name: "Paddle API",
      version: "1",
      environment: "sandbox",
      documentation_url: "https://developer.paddle.com/api-reference",
    },
    caller: {
      auth_type: "api_key",
      account: { id: "acc_01sandbox00000000000000000" },
      permissions: permissionsOf(parts),
    },
  };
}

/** The domains that may show a checkout (https://developer.paddle.com/api-reference/checkout-domains). */
export function checkoutDomains(parts: SandboxParts) {
  requirePermission(parts, "checkout_domain.read");
  const { paddleDomainStatus: status = "approved" } = parts.setup.read();
  if (status === null) return [];
  return [
    {
      id: "chedom_01sandbox0000000000000000",
      domain: new URL(parts.siteUrl).hostname,
      status,
      payment_method_verification: { apple_pay: { status: "unverified" } },
    },
  ];
}

/** https://developer.paddle.com/api-reference/settings/get-checkout-url */
export function checkoutUrl(parts: SandboxParts) {
  requirePermission(parts, "checkout_settings.read");
  const { paddlePaymentLink = `${parts.siteUrl}/pricing` } = parts.setup.read();
  return { default_url: paddlePaymentLink };
}

const allPermissions = [
  "adjustment.write",
  "checkout_domain.read",
  "checkout_settings.read",
  "customer.read",
  "customer_portal_session.write",
  "notification_setting.read",
  "price.read",
  "subscription.write",
  "transaction.write",
];

function permissionsOf({ setup }: SandboxParts): string[] {
  return setup.read().paddlePermissions ?? allPermissions;
}

function requirePermission(parts: SandboxParts, permission: string): void {
  if (permissionsOf(parts).includes(permission)) return;
  throw paddleRefusal(403, "forbidden", "You aren't permitted to perform this request.");
}
