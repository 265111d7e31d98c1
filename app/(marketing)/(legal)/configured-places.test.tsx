import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { afterEach, beforeEach, expect, test, vi } from "vitest";

// Unit tests share a process, and the configuration is read once per process.
beforeEach(() => {
  vi.resetModules();
  vi.stubEnv("SITE_URL", "https://threeline.example");
  vi.stubEnv("SIGN_UP_URL", "https://join.example/start");
  vi.stubEnv("CONTACT_FORM_URL", "https://forms.example/f/1");
  vi.stubEnv("PRIVACY_WIDGET_URL", "https://policies.example/privacy");
  vi.stubEnv("TERMS_WIDGET_URL", "https://policies.example/terms");
});
afterEach(() => {
  vi.unstubAllEnvs();
  vi.resetModules();
});

async function markupOf(page: Promise<{ default: () => ReactElement }>): Promise<string> {
  return renderToStaticMarkup((await page).default());
}

test("privacy and terms embed the configured policy widgets", async () => {
  const privacy = await markupOf(import("./privacy/page"));
  expect(privacy).toContain(
    '<iframe src="https://policies.example/privacy" title="Privacy Policy"',
  );
  expect(privacy).not.toContain("Last updated");
  const terms = await markupOf(import("./terms/page"));
  expect(terms).toContain('<iframe src="https://policies.example/terms" title="Terms of Service"');
  expect(terms).not.toContain("Last updated");
});

test("sign-up links lead to the configured sign-up site", async () => {
  const about = await markupOf(import("./about/page"));
  const links = about.match(/<a href="https:\/\/join\.example\/start"[^>]*>Sign up<\/a>/g);
  expect(links, "one in the text, one in the footer").toHaveLength(2);
});

test("the contact form posts to the configured form service", async () => {
  const contact = await markupOf(import("./contact/page"));
  expect(contact).toMatch(/<form [^>]*action="https:\/\/forms\.example\/f\/1"/);
});
