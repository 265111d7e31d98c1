import { expect, test } from "vitest";
import { dropWidgets } from "./drop-widgets";

const substack =
  '<div class="subscription-widget-wrap-editor" data-attrs="{}"><div class="subscription-widget"><p>Subscribe</p><form><div class="fake"></div></form></div></div>';

test.each([
  ["a form", `<p>One.</p>${substack}<p>Two.</p>`, "<p>One.</p><p>Two.</p>"],
  ["several", `${substack}<p>One.</p>${substack}`, "<p>One.</p>"],
  [
    "one without a form",
    '<div class="subscription-widget-wrap"><h2>Keep reading</h2></div><form>Mine</form>',
    "<form>Mine</form>",
  ],
  [
    "a button",
    '<p>One.</p><p class="button-wrapper" data-x="1"><a href="/subscribe">Subscribe</a></p>',
    "<p>One.</p>",
  ],
  ["one that never ends", '<p>One.</p><div class="kg-card kg-signup-card"><div>', "<p>One.</p>"],
  [
    "nothing else",
    '<div class="my-button-wrapper">x</div>',
    '<div class="my-button-wrapper">x</div>',
  ],
])("drops %s", (_, html, rest) => {
  expect(dropWidgets(html)).toBe(rest);
});
