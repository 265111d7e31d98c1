import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, test } from "vitest";
import { adminAccount } from "@/lib/client/admin-account";
import type { AdminAccountView } from "@/lib/contracts/admin/security";
import { renderedTags, renderedText } from "@/tests/support/rendered-markup";
import { EnrollmentKey } from "./enrollment-key";
import { LoginStep } from "./login-step";
import { SecurityScreen } from "./security-screen";

const account: AdminAccountView = {
  username: "jane",
  email: "jane@example.com",
  hasTwoFactor: false,
  requiresTwoFactor: false,
  recoveryCodesLeft: 0,
  devices: [
    {
      id: 3,
      description: "Chrome on Windows",
      network: "203.0.113.0/24",
      lastLoginAt: "2026-11-20T08:00:00.000Z",
      isCurrent: true,
    },
    {
      id: 2,
      description: "an unknown browser",
      network: null,
      lastLoginAt: "2026-11-19T08:00:00.000Z",
      isCurrent: false,
    },
  ],
};

function render(element: ReactElement, shown: AdminAccountView = account) {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } });
  client.setQueryData(adminAccount().queryKey, shown);
  const markup = renderToStaticMarkup(
    <QueryClientProvider client={client}>{element}</QueryClientProvider>,
  );
  const tags = renderedTags(markup);
  return {
    text: renderedText(markup.replaceAll(/<\/(?:h1|h2|label|li|p|span|button)>/g, " $&")),
    labels: [...markup.matchAll(/<label[^>]*>(.*?)<\/label>/g)].map(([, text]) => text),
    buttons: [...markup.matchAll(/<button[^>]*>(.*?)<\/button>/g)].map(([, content = ""]) =>
      renderedText(content),
    ),
    autoComplete: tags
      .filter(({ name }) => name === "input")
      .map(({ attributes }) => attributes.get("autocomplete")),
    tags,
  };
}

const nothing = () => undefined;
const events = {
  onProgress: nothing,
  onEnrolled: nothing,
  onError: nothing,
  onStartOver: nothing,
  describe: nothing,
};

describe("the steps of a login", () => {
  test("the code can be filled in by the browser, and the login can start over", () => {
    const step = render(<LoginStep stage={{ step: "code" }} events={events} />);
    expect(step.labels).toEqual(["Code"]);
    expect(step.autoComplete).toEqual(["one-time-code"]);
    expect(step.buttons).toEqual(["Continue", "Start over"]);
  });

  test.each([
    [false, "At least 15 characters."],
    [true, "At least 8 characters."],
  ])("the new password is entered twice (second factor: %s)", (hasSecondFactor, hint) => {
    const stage = { step: "password", username: "jane", hasSecondFactor } as const;
    const step = render(<LoginStep stage={stage} events={events} />);
    expect(step.labels).toEqual(["New password", "Repeat new password"]);
    expect(step.autoComplete).toEqual(["username", "new-password", "new-password"]);
    expect(step.text).toContain(hint);
  });

  test("recovery codes are shown as a list", () => {
    const codes = ["abcd-2345-efgh-6789", "jkmn-2345-pqrs-6789"];
    const stage = { step: "recovery-codes", codes, next: null } as const;
    const step = render(<LoginStep stage={stage} events={events} />);
    for (const code of codes) expect(step.text).toContain(code);
    expect(step.buttons).toEqual(["I saved them", "Copy codes"]);
  });

  test("the QR code is dark on light whatever the color scheme, with a frame of four modules", () => {
    const { tags, text } = render(
      <EnrollmentKey secret="ABCD EFGH" qrCode={{ size: 29, path: "M0 0h1v1h-1z" }} />,
    );
    const find = (name: string) => tags.find((tag) => tag.name === name)?.attributes;
    expect(find("svg")?.get("viewbox")).toBe("-4 -4 37 37");
    expect(find("svg")?.get("aria-label")).toBe("QR code for your authenticator app");
    expect(find("rect")?.get("fill")).toBe("#fff");
    expect(find("path")?.get("fill")).toBe("#000");
    expect(text).toContain("ABCD EFGH");
  });
});

describe("the security screen", () => {
  test("offers to set up two-factor login, and lists known browsers", () => {
    const { text, buttons } = render(<SecurityScreen />);
    expect(text).toContain("You’re logged in as jane.");
    expect(text).toMatch(
      /Off\s+Besides your password, a login then needs a code from an app on your phone\./,
    );
    expect(text).toMatch(
      /Chrome on Windows\s+This browser\s+Last login Nov 20, 2026 from 203\.0\.113\.0\/24/,
    );
    expect(text).toMatch(/an unknown browser\s+Last login Nov 19, 2026 /);
    expect(text).toContain("A login from any other browser is reported to jane@example.com.");
    expect(buttons).toEqual(["Set up", "Change password", "Save name", "Remove", "Remove"]);
  });

  test("offers new recovery codes, and turning it off, when it is on", () => {
    const on = { ...account, hasTwoFactor: true, recoveryCodesLeft: 1 };
    const { text, buttons } = render(<SecurityScreen />, on);
    expect(text).toMatch(/On\s+You have 1 recovery code left\. Get new ones soon\./);
    expect(text).toContain("At least 8 characters.");
    expect(buttons.slice(0, 2)).toEqual(["New recovery codes", "Turn off"]);
  });

  test("doesn't offer to turn it off where it is required", () => {
    const required = {
      ...account,
      email: null,
      hasTwoFactor: true,
      requiresTwoFactor: true,
      recoveryCodesLeft: 10,
      devices: [],
    };
    const { text, buttons } = render(<SecurityScreen />, required);
    expect(text).toContain("It’s required here, so it can’t be turned off.");
    expect(text).toContain("There are no known browsers.");
    expect(text).toContain("is reported to the operator.");
    expect(buttons).toEqual(["New recovery codes", "Change password", "Save name"]);
  });
});
