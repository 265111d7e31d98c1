import { Resolver } from "node:dns/promises";
import { z } from "zod";

const timeoutMs = 3_000;
const tries = 2;

/** What DNS says when a name, or a record of this type, doesn't exist. */
const absentCodes = new Set(["ENOTFOUND", "ENODATA"]);

/** The TXT records of a name, each as one text; empty when there are none. Throws when DNS fails. */
export async function resolveTxt(name: string): Promise<string[]> {
  const resolver = new Resolver({ timeout: timeoutMs, tries });
  try {
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(""));
  } catch (error) {
    const isAbsent =
      error instanceof Error && "code" in error && absentCodes.has(String(error.code));
    if (isAbsent) return [];
    throw error;
  }
}

const answerSchema = z.object({ Answer: z.array(z.object({ data: z.string() })).default([]) });

/** Like `resolveTxt`, from a server that answers over HTTP with JSON, as the sandbox does. */
export async function resolveTxtOverHttp(serverUrl: string, name: string): Promise<string[]> {
  const response = await fetch(
    `${serverUrl}/dns-query?${new URLSearchParams({ name, type: "TXT" })}`,
    {
      headers: { accept: "application/dns-json" },
      signal: AbortSignal.timeout(timeoutMs),
    },
  );
  const { Answer } = answerSchema.parse(await response.json());
  return Answer.map(({ data }) => data.replaceAll(/^"|"$|" "/g, ""));
}
