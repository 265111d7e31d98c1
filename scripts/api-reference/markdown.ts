import { commonErrors, describeError } from "@/lib/http/route/reference";

type Schema = {
  $ref?: string;
  type?: string | string[];
  format?: string;
  description?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  allOf?: Schema[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
};

type Parameter = {
  in: string;
  name: string;
  required?: boolean;
  schema?: Schema;
  description?: string;
};

type Content = Record<string, { schema?: Schema }>;

type Operation = {
  summary: string;
  description: string;
  tags: string[];
  parameters?: Parameter[];
  requestBody?: { content: Content };
  responses: Record<
    string,
    { description: string; headers?: Record<string, { description?: string }>; content?: Content }
  >;
};

/** The document as JSON, as far as a page shows it. */
export type PlainDocument = {
  info: { title: string; description: string; contact: { email: string } };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, Schema>;
    securitySchemes: Record<string, { name?: string; description: string }>;
  };
};

type Row = readonly string[];

/** Responses of every operation are listed once. */
const commonDescriptions = new Set(commonErrors.map(describeError));

/** A part of the reference with its own page; all texts are Markdown. */
export type ReferenceGroup = {
  name: string;
  intro: string;
  /** Operations, such as `GET /api/posts`, or schemas. */
  entries: { title: string; summary: string; content: string }[];
};

export type Reference = { title: string; intro: string; groups: ReferenceGroup[] };

/** Writes the document as text, group by group. */
export function renderReference(document: PlainDocument): Reference {
  const { schemas, securitySchemes } = document.components;
  const operations = listOperations(document);
  const intro = [
    document.info.description,
    "Every operation can also answer:",
    table(
      ["Status", "When"],
      commonErrors.map((error) => [String(error[0]), describeError(error)]),
    ),
    "## Access",
    table(
      ["Cookie or signature", "What it is"],
      Object.entries(securitySchemes).map(([name, scheme]) => [
        `\`${scheme.name ?? name}\``,
        scheme.description,
      ]),
    ),
  ];
  const groups = document.tags.map(({ name, description }) => ({
    name,
    intro: description,
    entries: operations
      .filter(({ operation }) => operation.tags[0] === name)
      .map((listed) => ({
        title: `${listed.method} ${listed.path}`,
        summary: listed.operation.summary,
        content: join(renderOperation(listed)),
      })),
  }));
  const entries = Object.entries(schemas).map(([title, schema]) => ({
    title,
    summary: "",
    content: join(renderFields(schema)),
  }));
  const title = document.info.title;
  return {
    title,
    intro: join(intro),
    groups: [...groups, { name: "Schemas", intro: "", entries }],
  };
}

/** Writes the document as a page that people read on GitHub. */
export function renderMarkdown(document: PlainDocument): string {
  const { title, intro, groups } = renderReference(document);
  const parts = [
    `# ${title}`,
    "<!-- Written by `npm run generate` from the routes in `app/api`. -->",
    "`GET /api/openapi.json` serves this reference as OpenAPI 3.1, and `/api-reference` as pages.",
    intro,
    ...groups.flatMap((group) => [
      `## ${group.name}`,
      group.intro,
      ...group.entries.flatMap((entry) => [`### ${entry.title}`, entry.content]),
    ]),
  ];
  return `${join(parts)}\n`;
}

/** The same for the site's pages. */
export function renderPages(document: PlainDocument): string {
  const text = JSON.stringify(renderReference(document), null, 2);
  return `${text.replaceAll("](#", "](/api-reference/schemas#")}\n`;
}

const join = (parts: readonly string[]) => parts.filter((part) => part !== "").join("\n\n");

type Listed = { method: string; path: string; operation: Operation };

function listOperations(document: PlainDocument): Listed[] {
  return Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
}

function renderOperation({ operation }: Pick<Listed, "operation">): string[] {
  const { summary, parameters = [], requestBody, responses } = operation;
  const [body] = Object.entries(requestBody?.content ?? {});
  const ownResponses = Object.entries(responses).filter(
    ([, { description }]) => !commonDescriptions.has(description),
  );
  return [
    `${summary}.`,
    operation.description,
    parameters.length === 0
      ? ""
      : table(
          ["Parameter", "In", "Type", "Description"],
          parameters.map(({ name, in: place, required = false, schema = {}, description }) => [
            fieldName(name, required),
            place,
            typeOf(schema),
            description ?? schema.description ?? "",
          ]),
        ),
    ...(body
      ? [
          body[0] === "application/json" ? "Body:" : `Body, as \`${body[0]}\`:`,
          ...renderFields(body[1].schema ?? {}),
        ]
      : []),
    table(
      ["Status", "When", "Response"],
      ownResponses.map(([status, { description, headers, content }]) => [
        status,
        description,
        [
          ...Object.entries(content ?? {}).map(([contentType, { schema = {} }]) =>
            contentType === "application/json" ? answerOf(status, schema) : `\`${contentType}\``,
          ),
          ...Object.keys(headers ?? {}).map((name) => `header \`${name}\``),
        ].join(", "),
      ]),
    ),
    ...Object.entries(responses).flatMap(([status, { content }]) => {
      const schema = content?.["application/json"]?.schema;
      // An error's fields are the same everywhere; a named schema has its own section.
      if (!schema || isNamed(schema) || Number(status) >= 400) return [];
      return [`Fields of ${status}:`, ...renderFields(schema)];
    }),
  ];
}

/** Errors with a code differ from the others only in that. */
function answerOf(status: string, schema: Schema): string {
  const isCoded = Number(status) >= 400 && schema.properties?.["code"] !== undefined;
  return isCoded ? "[Error](#error) with a `code`" : typeOf(schema);
}

function isNamed(schema: Schema): boolean {
  return schema.$ref !== undefined || (schema.items !== undefined && isNamed(schema.items));
}

function renderFields(schema: Schema): string[] {
  const rows = fieldsOf(schema);
  if (rows.length === 0) return schema.description ? [schema.description] : [typeOf(schema)];
  return [table(["Field", "Type", "Description"], rows)];
}

/** The fields of an object, nested ones under a dotted name: `days[].date`. */
function fieldsOf(schema: Schema, prefix = ""): Row[] {
  const variants = schema.anyOf ?? schema.allOf;
  if (variants) return variants.flatMap((each) => fieldsOf(each, prefix));
  return Object.entries(schema.properties ?? {}).flatMap(([name, field]) => {
    const { inner, suffix } = unwrap(field);
    const isRequired = schema.required?.includes(name) ?? false;
    return [
      [fieldName(`${prefix}${name}`, isRequired), typeOf(field), field.description ?? ""],
      ...fieldsOf(inner, `${prefix}${name}${suffix}.`),
    ];
  });
}

function unwrap(schema: Schema): { inner: Schema; suffix: string } {
  if (!schema.items) return { inner: schema, suffix: "" };
  const { inner, suffix } = unwrap(schema.items);
  return { inner, suffix: `[]${suffix}` };
}

function fieldName(name: string, isRequired: boolean): string {
  return `\`${name}\`${isRequired ? "" : " (optional)"}`;
}

function typeOf(schema: Schema): string {
  if (schema.$ref) {
    const name = schema.$ref.split("/").at(-1) ?? "";
    return `[${name}](#${name.toLowerCase()})`;
  }
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  if (schema.enum) return schema.enum.map((each) => `\`${JSON.stringify(each)}\``).join(" or ");
  if (schema.anyOf) return [...new Set(schema.anyOf.map(typeOf))].join(" or ");
  if (schema.allOf) return "object";
  if (schema.items) return `array of ${typeOf(schema.items)}`;
  const types = [schema.type ?? "anything"].flat().join(" or ");
  return schema.format && schema.type === "string" ? schema.format : types;
}

/** A table without empty columns. */
function table(head: Row, rows: readonly Row[]): string {
  const columns = head.flatMap((_, column) => (rows.some((row) => row[column]) ? [column] : []));
  const line = (cells: Row) =>
    `| ${columns.map((column) => (cells[column] ?? "").replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
