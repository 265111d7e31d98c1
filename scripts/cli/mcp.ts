import { serveStdio } from "@modelcontextprotocol/server/stdio";
import type { Command } from "commander";
import { createAssistantServer, type ApiAnswer, type ApiCall } from "@/lib/mcp/assistant";
import { OperatorError } from "@/lib/platform/operator-error";

/** `mcp`. */
export function registerMcpCommand(program: Command): void {
  program
    .command("mcp")
    .description("serve an assistant on standard input and output (Model Context Protocol)")
    .requiredOption("--url <address>", "of the service", process.env["SITE_URL"])
    .addHelpText(
      "after",
      `
The assistant may do what the token in API_TOKEN may; create one with \`tokens create\`, with the scope
\`view\`, and \`write\` if it may draft messages. Nothing is ever sent. Assistants that speak HTTP connect
to /api/mcp instead, with the token as a bearer token.

In an assistant's configuration, the command is npm, its arguments are run -s cli -- mcp, and API_TOKEN
is in its environment.

Example:
  $ npm run cli -- mcp`,
    )
    .action(({ url }: { url: string }) => {
      const token = process.env["API_TOKEN"];
      if (!token) throw new OperatorError("Set API_TOKEN to a token of the API.");
      serveStdio(() => createAssistantServer((request) => callApi(url, token, request)));
    });
}

async function callApi(
  url: string,
  token: string,
  { method, path, query, body }: ApiCall,
): Promise<ApiAnswer> {
  const address = new URL(path, url);
  address.search = new URLSearchParams(query).toString();
  const response = await fetch(address, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { text: await response.text(), isRefusal: !response.ok };
}
