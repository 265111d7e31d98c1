import { HtmlValidate, type RuleConfig } from "html-validate/node";

// React writes `<br/>`, `checked=""`, and camelCase attributes, all of which HTML allows.
const reactStyle: RuleConfig = {
  "attr-case": "off",
  "attribute-boolean-style": "off",
  "attribute-empty-style": "off",
  "void-style": "off",
  // It doesn't count the accessible name of a drawing. Axe does.
  "empty-heading": "off",
  // Voice control needs `for` even on a label around its control.
  "no-redundant-for": "off",
};

/** What the W3C's checker finds and html-validate doesn't: `async` and `defer` need a source. */
const waitingForNothing = /<script(?=[^>]*\s(?:async|defer)\b)(?![^>]*\ssrc=)[^>]*>/g;

/** What a validator finds in markup, each as `rule: message`. */
export async function htmlProblems(markup: string, rules: RuleConfig = {}): Promise<string[]> {
  const validator = new HtmlValidate({
    extends: ["html-validate:standard", "html-validate:a11y"],
    rules: { ...reactStyle, ...rules },
  });
  const { results } = await validator.validateString(markup);
  const found = results.flatMap(({ messages }) =>
    messages.map(({ ruleId, message, selector }) => `${ruleId}: ${message} (${selector ?? ""})`),
  );
  const scripts = markup.match(waitingForNothing) ?? [];
  return [...found, ...scripts.map((script) => `script without a source: ${script}`)];
}
