import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import type { FastifyInstance } from "fastify";
import type { SandboxParts } from "../parts";
import { RequestError } from "../request-error";
import { runPage } from "./browser-script";
import { mark } from "./layout";
import { renderPage } from "./page";
import { styleSheet } from "./style-sheet";

const fonts: Record<string, string> = {
  newsreader: "@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2",
  inter: "@fontsource-variable/inter/files/inter-latin-opsz-normal.woff2",
};

const pagePolicy = [
  "default-src 'none'",
  "style-src 'self'",
  "script-src 'self'",
  "font-src 'self'",
  "img-src 'self'",
  "connect-src 'self'",
  "frame-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The page at `/` and its assets. Its script calls the control endpoints. */
export function addPageRoutes(app: FastifyInstance, parts: SandboxParts): void {
  const page = renderPage(parts);
  const { resolve } = createRequire(import.meta.url);

  app.addHook("onSend", async (_request, reply) => {
    reply.header("x-content-type-options", "nosniff").header("referrer-policy", "no-referrer");
  });

  app.get("/", async (_request, reply) => {
    reply.type("text/html; charset=utf-8").header("content-security-policy", pagePolicy);
    return page;
  });

  type MailRequest = { Params: { id: string }; Querystring: { scheme?: string } };
  app.get<MailRequest>("/sandbox/page/mails/:id", async (request, reply) => {
    const message = parts.messages.find(Number(request.params.id));
    if (!message?.html) throw new RequestError(404, "No email has this id.");
    reply.type("text/html; charset=utf-8");
    reply.header("content-security-policy", emailPolicy(new URL(parts.siteUrl).origin));
    return inScheme(openLinksOutside(message.html), request.query.scheme === "dark");
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
}

/** Shows an email in light or dark colors, regardless of the browser's preference. */
function inScheme(document: string, isDark: boolean): string {
  const dark = /@media\s*\(prefers-color-scheme:\s*dark\)/g;
  return document.replaceAll(dark, isDark ? "@media all" : "@media not all");
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
