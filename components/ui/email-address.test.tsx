import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { EmailAddress } from "./email-address";

it("may break after the @ and before each dot", () => {
  expect(renderToStaticMarkup(<EmailAddress>a.reader@mail.example.com</EmailAddress>)).toBe(
    '<span class="wrap-anywhere">a<wbr/>.reader@<wbr/>mail<wbr/>.example<wbr/>.com</span>',
  );
});
