import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { mailMarkdownComponents } from "@/lib/mail/markdown-components";
import { Markdown } from "./markdown";
import { splitCompounds } from "./compounds";

test.each([
  ["The ten-year is at 4.1%.", ["ten-year"]],
  ["A 3-month low, after a six-month rise", ["3-month", "six-month"]],
  ["state-of-the-art", []],
  ["the cookie threeline-admin-session", []],
  ["minus -5 and 5 - 3", []],
])("%s holds %j together", (text, compounds) => {
  const parts = splitCompounds(text);
  expect(parts.filter((_, index) => index % 2 === 1)).toEqual(compounds);
  expect(parts.join("")).toBe(text);
});

test("an article and an email don't break them, and leave code as it is", () => {
  const content = "The **ten-year** fell to a 3-month low.\n\n`a b-c d`";
  const page = renderToStaticMarkup(<Markdown content={content} />);
  expect(page).toContain('<strong><span class="whitespace-nowrap">ten-year</span></strong>');
  expect(page).toContain("<code>a b-c d</code>");
  const email = renderToStaticMarkup(
    <Markdown content={content} components={mailMarkdownComponents} />,
  );
  expect(email).toContain('<span style="white-space:nowrap">3-month</span>');
});
