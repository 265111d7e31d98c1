import type { Command } from "commander";
import { webhookEvents, webhookInputSchema } from "@/lib/contracts/admin/webhooks";
import { idSchema } from "@/lib/contracts/primitives";
import { listWebhookDeliveries, replayWebhook } from "@/lib/domain/webhooks/delivery-log";
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  rotateWebhookSecret,
} from "@/lib/domain/webhooks/endpoints";
import { OperatorError } from "@/lib/platform/operator-error";
import { withServices } from "./services";

/** `webhooks list`, `create`, `delete`, `rotate-secret`, `log`, and `replay`. */
export function registerWebhookCommands(program: Command): void {
  const webhooks = program.command("webhooks").description("tell other services what happens");

  webhooks
    .command("list")
    .description("list the webhooks as JSON")
    .addHelpText("after", example("list"))
    .action(() =>
      withServices(async ({ ctx }) => {
        print(await listWebhooks(ctx));
      }),
    );

  webhooks
    .command("create")
    .description("add a webhook, and print its secret once")
    .requiredOption("--url <url>", "https address")
    .requiredOption("--events <list>", `some of ${webhookEvents.join(", ")}`)
    .option("--description <text>", "what it's for")
    .addHelpText("after", example("create --url https://example.com/hooks --events briefing.sent"))
    .action(({ events, ...rest }: { url: string; events: string; description?: string }) =>
      withServices(async ({ ctx }) => {
        const input = webhookInputSchema.safeParse({ ...rest, events: events.split(",") });
        if (!input.success) {
          throw new OperatorError(input.error.issues[0]?.message ?? "That isn't valid.");
        }
        const { id, secret } = await createWebhook(ctx, input.data, { actor: "operator" });
        console.log(`Webhook ${id}, secret ${secret}`);
      }),
    );

  webhooks
    .command("delete")
    .description("delete a webhook with its log")
    .argument("<id>", "see `webhooks list`")
    .addHelpText("after", example("delete 3"))
    .action((id: string) =>
      withServices(async ({ ctx }) => {
        await deleteWebhook(ctx, toId(id), "operator");
        console.log("Deleted.");
      }),
    );

  webhooks
    .command("rotate-secret")
    .description("print a new secret; the current one stays valid for a day")
    .argument("<id>", "see `webhooks list`")
    .addHelpText("after", example("rotate-secret 3"))
    .action((id: string) =>
      withServices(async ({ ctx }) => {
        console.log(await rotateWebhookSecret(ctx, toId(id), "operator"));
      }),
    );

  webhooks
    .command("log")
    .description("print the last 100 messages with every try, as JSON")
    .argument("<id>", "see `webhooks list`")
    .addHelpText("after", example("log 3"))
    .action((id: string) =>
      withServices(async ({ ctx }) => {
        print((await listWebhookDeliveries(ctx, toId(id), { limit: 100 })).deliveries);
      }),
    );

  webhooks
    .command("replay")
    .description("send everything again that failed since a time")
    .argument("<id>", "see `webhooks list`")
    .requiredOption("--since <time>", "such as 2026-11-18T00:00:00Z")
    .addHelpText("after", example("replay 3 --since 2026-11-18T00:00:00Z"))
    .action((id: string, { since }: { since: string }) =>
      withServices(async ({ ctx }) => {
        if (Number.isNaN(Date.parse(since))) {
          throw new OperatorError("Give a time such as 2026-11-18T00:00:00Z.");
        }
        const count = await replayWebhook(ctx, toId(id), { failedSince: since }, "operator");
        console.log(`${count} will be sent again.`);
      }),
    );
}

const example = (command: string) => `\nExample:\n  $ npm run cli -- webhooks ${command}`;

function print(value: unknown): void {
  console.log(JSON.stringify(value, null, 2));
}

function toId(text: string): number {
  const id = idSchema.safeParse(text);
  if (!id.success) throw new OperatorError("Give the webhook's id, such as 3.");
  return id.data;
}
