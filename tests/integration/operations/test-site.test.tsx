import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, expect, test, vi } from "vitest";
import { rehearsalVariables } from "@/tests/support/env-variables";
import { renderedText } from "@/tests/support/rendered-markup";

// Next compiles these calls away.
vi.mock("@/app/fonts", () => ({ fontClassName: "" }));

afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

/** What the root layout, which is around every page, renders. */
async function layoutWith(variables: Record<string, string>): Promise<string> {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  const { default: RootLayout } = await import("@/app/layout");
  return renderToStaticMarkup(<RootLayout>the page</RootLayout>);
}

const notice =
  "This is a test site: it doesn’t deliver emails or texts, and payments on it aren’t real.";

test("every page of a test site says so before its content", async () => {
  const markup = await layoutWith({ PROVIDERS: "sandbox", ALLOW_SANDBOX: "1" });
  expect(renderedText(markup)).toContain(`${notice}the page`);
});

test("every page of a rehearsal says that nothing is for sale", async () => {
  const { PADDLE_CLIENT_TOKEN } = rehearsalVariables;
  const markup = await layoutWith({ PROVIDERS: "live", PADDLE_CLIENT_TOKEN });
  expect(renderedText(markup)).toContain(
    "This is a test site: nothing on it is for sale, and payments on it aren’t real.the page",
  );
});

test.each([
  { PROVIDERS: "sandbox", ALLOW_SANDBOX: "0" },
  { PROVIDERS: "live", ALLOW_SANDBOX: "1" },
])("no page says so with %j", async (variables) => {
  expect(await layoutWith(variables)).not.toContain("test site");
});
