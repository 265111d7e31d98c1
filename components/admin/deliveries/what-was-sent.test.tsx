import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { renderedText } from "@/tests/support/rendered-markup";
import { WhatWasSent } from "./what-was-sent";

it("shows each text that was sent on a day", () => {
  const sent = ["1. Yields fall\n2. Oil rises", "1. Yields fall\n2. Oil falls"];
  const text = renderedText(renderToStaticMarkup(<WhatWasSent sent={sent} />));
  expect(text).toContain("Message: 1. Yields fall\n2. Oil rises");
  expect(text).toContain("Message: 1. Yields fall\n2. Oil falls");
});
