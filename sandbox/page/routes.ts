import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { FastifyInstance } from "fastify";
import type { SandboxParts } from "../parts";
import { RequestError } from "../request-error";
import { addPageActionRoutes } from "./action-routes";
import { setPageHeaders } from "./page-headers";
import { runPage } from "./browser-script";
import { mark } from "./layout";
import { pageQuerySchema, type PageQuery } from "./query";
import { readPageState, renderSandboxPage } from "./sandbox-page";
import { styleSheet } from "./style-sheet";
import { PageTotals } from "./totals";

const fonts: Record<string, string> = {
  newsreader: "@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2",
  inter: "@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2",
};

const mailQuerySchema = pageQuerySchema.pick({ scheme: true });

/** The page at `/` and its assets. */
export function addPageRoutes(app: FastifyInstance, parts: SandboxParts): void {
  const totals = new PageTotals(parts.messages);
  const { resolve } = createRequire(import.meta.url);

  app.addHook("onSend", async (_request, reply) => {
    reply.header("x-content-type-options", "nosniff").header("referrer-policy", "no-referrer");
  });

  app.get("/", async (request, reply) => {
    const query = pageQuerySchema.parse(request.query);
    setPageHeaders(reply);
    return renderSandboxPage(query, parts, totals);
  });

  app.get("/sandbox/page/state", async (request, reply) => {
    reply.header("cache-control", "no-store");
    return readPageState(pageQuerySchema.parse(request.query), parts, totals);
  });

  app.get<{ Params: { id: string } }>("/sandbox/page/mails/:id", async (request, reply) => {
    const message = parts.messages.find(Number(request.params.id));
    if (!message?.html) throw new RequestError(404, "No email has this id.");
    reply.type("text/html; charset=utf-8");
    reply.header("content-security-policy", emailPolicy(new URL(parts.siteUrl).origin));
    const { scheme } = mailQuerySchema.parse(request.query);
    return inScheme(openLinksOutside(message.html), scheme);
  });

  app.get("/sandbox/page/page.css", async (_request, reply) => {
    reply.type("text/css; charset=utf-8");
    return styleSheet;
  });

  app.get("/sandbox/page/page.js", async (_request, reply) => {
    reply.type("text/javascript; charset=utf-8");
    return `(${runPage.toString()})();`;
  });

  app.get("/favicon.svg", async (_request, reply) => {
    reply.type("image/svg+xml");
    return mark.markup.replace("<svg ", '<svg xmlns="http://www.w3.org/2000/svg" color="#0B4F3A" ');
  });

  app.get<{ Params: { name: string } }>("/sandbox/page/fonts/:name", async (request, reply) => {
    const file = fonts[request.params.name];
    if (file === undefined) throw new RequestError(404, "No font has this name.");
    reply.type("font/woff2").header("cache-control", "public, max-age=86400");
    return readFile(resolve(file));
  });

  addPageActionRoutes(app, parts, totals);
}

/** Shows an email in light or dark colors, whatever the browser prefers. */
function inScheme(document: string, scheme: PageQuery["scheme"]): string {
  const dark = /@media\s*\(prefers-color-scheme:\s*dark\)/g;
  return document.replaceAll(dark, scheme === "dark" ? "@media all" : "@media not all");
}

/** Lets an email use styles and the site's images and fonts, but no scripts and no forms. */
function emailPolicy(siteOrigin: string): string {
  return [
    "sandbox allow-popups allow-popups-to-escape-sandbox",
    "default-src 'none'",
    "style-src 'unsafe-inline'",
    `img-src data: ${siteOrigin}`,
    `font-src data: ${siteOrigin}`,
    "form-action 'none'",
    "frame-ancestors 'self'",
  ].join("; ");
}

function openLinksOutside(document: string): string {
  return /<head(?:\s[^>]*)?>/i.test(document)
    ? document.replace(/<head(?:\s[^>]*)?>/i, '$&<base target="_blank">')
    : document;
}
