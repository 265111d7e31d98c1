import { lookup } from "node:dns";
import { isIP, type LookupFunction } from "node:net";
import { Agent } from "undici";
import { isPublicAddress } from "./network-address";

/** Milliseconds for the whole call. */
export const timeoutMs = 10_000;

/** A call that was refused because it would have gone to a private network. */
export class PrivateAddressError extends Error {
  override name = "PrivateAddressError";
}

export const refusal = "the address isn't on the public internet";

/**
 * Resolves a name and refuses it if any of its addresses is private: the connection could go to that address.
 */
const publicLookup: LookupFunction = (hostname, options, callback) => {
  lookup(hostname, { ...options, all: true }, (error, addresses) => {
    if (error) return callback(error, "", 0);
    const [first] = addresses;
    if (!first || addresses.some(({ address }) => !isPublicAddress(address))) {
      return callback(new PrivateAddressError(refusal), "", 0);
    }
    return options.all ? callback(null, addresses) : callback(null, first.address, first.family);
  });
};

const agentOptions = {
  connections: 10,
  pipelining: 0,
  headersTimeout: timeoutMs,
  bodyTimeout: timeoutMs,
};

/** Connects only to the public internet. A literal address must be checked with `isPrivateHost` before. */
export const publicAgent = new Agent({
  ...agentOptions,
  connect: { timeout: timeoutMs, lookup: publicLookup },
});

/** Connects to anything, for local mode. */
export const anyAgent = new Agent({ ...agentOptions, connect: { timeout: timeoutMs } });

/**
 * Returns whether a URL's host is a literal address that isn't public: it's connected to without a lookup.
 */
export function isPrivateHost({ hostname }: URL): boolean {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(host) !== 0 && !isPublicAddress(host);
}
