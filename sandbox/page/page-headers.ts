import type { FastifyReply } from "fastify";

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

/** The headers of the page itself. */
export function setPageHeaders(reply: FastifyReply): void {
  reply.type("text/html; charset=utf-8").header("cache-control", "no-store");
  reply.header("content-security-policy", pagePolicy);
}
