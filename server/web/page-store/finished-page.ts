import type { IncomingMessage, OutgoingHttpHeaders, ServerResponse } from "node:http";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { InternalResponse } from "../internal-request";

const toBrotli = promisify(brotliCompress);
const toGzip = promisify(gzip);

// Nearly as small as at the highest quality, in a fraction of the time.
const brotliQuality = 9;

/** Roughly what the headers of a page take. */
const headerBytes = 8_192;

type Encoding = "br" | "gzip";

type Body = { bytes: Buffer; headers: string[] };

/** A response that is ready to be sent to anyone, in every form that browsers accept. */
export type FinishedPage = {
  status: number;
  etag: string | undefined;
  lastModified: string | undefined;
  /** Headers of a response without a body. */
  notModified: string[];
  plain: Body;
  encoded: ReadonlyMap<Encoding, Body>;
  /** Roughly how much memory it takes. */
  sizeBytes: number;
};

/** Headers that belong to one body or connection, or are only for this server. */
const ownHeaders = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "date",
  "etag",
  "keep-alive",
  "transfer-encoding",
  "x-nextjs-cache",
]);

const compressible = /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)|image\/svg)/;

/**
 * Prepares the headers of a response and compresses its body, if that helps.
 *
 * @param previous an earlier response, whose compressed body is reused if the content is the same
 */
export async function finishPage(
  { status, headers, body }: InternalResponse,
  previous?: FinishedPage,
): Promise<FinishedPage> {
  const etag = textOf(headers["etag"]);
  const sent = { ...headers, vary: varyOf(headers["vary"]) };
  const common = flatten(sent, etag);
  const isSame = previous?.plain.bytes.equals(body) === true;
  const bodies = isSame
    ? [...previous.encoded].map(([name, { bytes }]) => [name, bytes] as const)
    : await compress(body, headers["content-type"] ?? "");
  const withEncoding = bodies.map(
    ([name, bytes]) => [name, bodyOf(bytes, [...common, "content-encoding", name])] as const,
  );
  return {
    status,
    etag,
    lastModified: textOf(headers["last-modified"]),
    notModified: flatten({ ...sent, "content-type": undefined }, etag),
    plain: bodyOf(body, common),
    encoded: new Map(withEncoding),
    sizeBytes: bodies.reduce((sum, [, bytes]) => sum + bytes.length, body.length + headerBytes),
  };
}

async function compress(body: Buffer, type: string): Promise<(readonly [Encoding, Buffer])[]> {
  if (!compressible.test(type)) return [];
  return Promise.all([
    toBrotli(body, { params: brotliParameters(body) }).then((bytes) => ["br", bytes] as const),
    toGzip(body).then((bytes) => ["gzip", bytes] as const),
  ]);
}

function textOf(header: OutgoingHttpHeaders[string]): string | undefined {
  return header === undefined ? undefined : String(header);
}

/** Sends the page in the form that the request asks for, or 304 if the client has it already. */
export function sendPage(
  page: FinishedPage,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  if (page.status === 200 && hasCurrentVersion(request, page)) {
    response.writeHead(304, page.notModified).end();
    return;
  }
  const { bytes, headers } = chooseBody(page, request.headers["accept-encoding"]);
  response.writeHead(page.status, headers);
  if (request.method === "HEAD") response.end();
  else response.end(bytes);
}

/**
 * Returns whether the client already has this version (RFC 9110, sections 13.1.2 and 13.1.3). Times must be
 * equal, as in nginx: deleting a post can make the time of the last change earlier.
 */
function hasCurrentVersion({ headers }: IncomingMessage, page: FinishedPage): boolean {
  const known = headers["if-none-match"];
  return known === undefined
    ? isSameTime(page.lastModified, headers["if-modified-since"])
    : isAmong(page.etag, known);
}

function isSameTime(lastModified: string | undefined, since: string | undefined): boolean {
  if (lastModified === undefined || since === undefined) return false;
  return Date.parse(lastModified) === Date.parse(since);
}

function isAmong(etag: string | undefined, known: string): boolean {
  if (etag === undefined) return false;
  const bare = (tag: string) => tag.trim().replace(/^W\//, "");
  return known.trim() === "*" || known.split(",").some((each) => bare(each) === bare(etag));
}

function chooseBody({ plain, encoded }: FinishedPage, accepted: unknown): Body {
  if (typeof accepted !== "string") return plain;
  const names = accepted
    .toLowerCase()
    .split(",", 20)
    .filter((each) => !/;\s*q=0(?:\.0*)?\s*$/.test(each))
    .map((each) => each.split(";", 1)[0]?.trim());
  for (const [encoding, body] of encoded) if (names.includes(encoding)) return body;
  return plain;
}

function bodyOf(bytes: Buffer, headers: readonly string[]): Body {
  return { bytes, headers: [...headers, "content-length", String(bytes.length)] };
}

function brotliParameters(body: Buffer): Record<number, number> {
  return {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
  };
}

/** The response has a form for each encoding. */
function varyOf(given: OutgoingHttpHeaders["vary"]): string {
  const names = [given ?? []].flat().join(", ");
  return /accept-encoding/i.test(names)
    ? names
    : [names, "Accept-Encoding"].filter(Boolean).join(", ");
}

/** Alternating names and values, which Node sends without checking each again. */
function flatten(headers: OutgoingHttpHeaders, etag: string | undefined): string[] {
  const flat: string[] = [];
  for (const [name, value] of Object.entries(headers)) {
    if (value === undefined || ownHeaders.has(name)) continue;
    for (const each of [value].flat()) flat.push(name, String(each));
  }
  // The compressed forms have the same content in different bytes, so the tag is weak.
  if (etag !== undefined) flat.push("etag", etag.startsWith("W/") ? etag : `W/${etag}`);
  return flat;
}
