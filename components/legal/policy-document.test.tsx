import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { renderedTags } from "@/tests/support/rendered-markup";
import { privacyPolicy } from "./content/privacy-policy";
import { PolicyDocument } from "./policy-document";

test("every heading of a policy is in its contents", () => {
  const tags = renderedTags(
    renderToStaticMarkup(<PolicyDocument title="Privacy Policy" policy={privacyPolicy} />),
  );
  const ids = tags
    .filter(({ name }) => name === "h2")
    .map(({ attributes }) => attributes.get("id"));
  const links = tags
    .filter(({ name }) => name === "a")
    .map(({ attributes }) => attributes.get("href") ?? "")
    .filter((href) => href.startsWith("#"));
  expect(ids.length).toBeGreaterThan(5);
  expect(links).toEqual(ids.map((id) => `#${id}`));
});
