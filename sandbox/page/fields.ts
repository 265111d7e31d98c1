import { html, type SafeHtml } from "./html";

/** What was typed into a form that couldn't be carried out, by the name of the field. */
export type Entered = Readonly<Record<string, string>>;

type Field = {
  name: string;
  label: string;
  /** What an empty field means. */
  hint?: string;
  type?: "text" | "email" | "number";
  isRequired?: boolean;
};

export function renderHidden(name: string, value: string): SafeHtml {
  return html`<input type="hidden" name="${name}" value="${value}" />`;
}

export function renderField(
  { name, label, hint, type = "text", isRequired = false }: Field,
  entered: Entered,
): SafeHtml {
  return html`<p>
    <label for="${name}">${label}</label
    ><input
      id="${name}"
      name="${name}"
      type="${type}"
      ${type === "number" ? html`min="0"` : null}
      ${isRequired ? html`required` : null}
      placeholder="${hint ?? ""}"
      autocomplete="off"
      value="${entered[name] ?? ""}"
    />
  </p>`;
}

/** A choice; an empty option is what the sandbox decides by itself. */
export function renderSelect(
  { name, label, options }: { name: string; label: string; options: readonly string[] },
  entered: Entered,
): SafeHtml {
  return html`<p>
    <label for="${name}">${label}</label>
    <select id="${name}" name="${name}">
      ${options.map(
        (option) =>
          html`<option value="${option}" ${entered[name] === option ? html`selected` : null}>
            ${option === "" ? "as usual" : option}
          </option>`,
      )}
    </select>
  </p>`;
}
