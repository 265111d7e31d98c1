import { z } from "zod";
import { bodyLimitsBytes } from "@/lib/contracts/limits";
import type { Context } from "@/lib/domain/context";
import {
  confirmationPageUrl,
  verifyConfirmationToken,
  type ConfirmationPurpose,
} from "@/lib/domain/outbox/confirmation-token";
import { linkResultScreen } from "@/lib/messages/account";
import { AppError } from "@/lib/platform/app-error";
import { isChanging } from "./origin";
import { readBody } from "./read-body";
import {
  commonErrors,
  tooLarge,
  withReference,
  type ErrorReference,
  type ResponseReferences,
} from "./reference";
import { answer, type RouteHandler } from "./route";

const paramsSchema = z.object({
  token: z.string().describe("From a link in an email; signed."),
});

export type SignedLinkInput<Id> = {
  ctx: Context;
  token: string;
  /** What the token identifies. */
  id: Id;
  /** The posted form, URL-encoded or multipart; null if there is none. */
  form: FormData | null;
};

/**
 * Makes the handler of a link in an email. The token alone grants access: there is no cookie, session, or
 * origin check, because mail providers' servers and webmail call it, too (RFC 8058, section 3.2). Answers 404
 * to a token that isn't ours.
 *
 * @param definition.verify returns whom or what a token identifies, or null for a token that isn't ours
 */
export function signedLink<Id>(definition: {
  /** For the API reference. */
  summary: string;
  /** Successful responses, by status. */
  responses: ResponseReferences;
  /** Errors other than an invalid token and a form that's too large. */
  errors?: readonly ErrorReference[];
  /** The form's fields, for the API reference; `handler` reads them. */
  form?: z.ZodType;
  /** The message for a token that isn't ours. */
  invalid: string;
  verify(token: string, secrets: readonly string[]): Id | null;
  handler(input: SignedLinkInput<Id>): Promise<Response>;
}): RouteHandler {
  const handler: RouteHandler = (request, context) =>
    answer(request, async (ctx) => {
      const { token } = await context.params;
      const id =
        typeof token === "string" ? definition.verify(token, ctx.settings.acceptedSecrets) : null;
      if (typeof token !== "string" || id === null) {
        throw new AppError(404, definition.invalid);
      }
      const form = await readForm(request);
      return definition.handler({ ctx, token, id, form });
    });
  const { summary, form, responses, errors = [] } = definition;
  return withReference(handler, {
    summary,
    access: { name: "signed link", security: [] },
    params: paramsSchema,
    body: form && { schema: form, contentType: "application/x-www-form-urlencoded" },
    responses,
    errorsOf: (method) => [
      [404, "The token isn't ours"],
      ...(isChanging(method) ? [tooLarge(bodyLimitsBytes.default)] : []),
      ...errors,
      ...commonErrors,
    ],
  });
}

/**
 * Makes the handler of a confirmation form, which shows its page again.
 *
 * @param definition.confirm carries it out; returns why it was refused, for the page
 */
export function confirmationLink(definition: {
  /** For the API reference. */
  summary: string;
  purpose: ConfirmationPurpose;
  confirm: (ctx: Context, id: number) => Promise<string | null>;
}): RouteHandler {
  const { summary, purpose, confirm } = definition;
  return signedLink({
    summary,
    responses: { 303: toPage },
    invalid: linkResultScreen.invalidTitle,
    verify: (token, secrets) => verifyConfirmationToken(purpose, token, secrets),
    handler: async ({ ctx, token, id }) => {
      const refusal = await confirm(ctx, id);
      const page = confirmationPageUrl(purpose, ctx.settings.siteUrl, token);
      return redirectToPage(refusal === null ? page : `${page}?refused=${refusal}`);
    },
  });
}

/** The response of `redirectToPage`, for the API reference. */
export const toPage = {
  description: "Back to the page",
  headers: { location: "The page's address" },
} as const;

/** Shows the link's page. Its address is a secret. */
export function redirectToPage(location: string): Response {
  const headers = { location, "referrer-policy": "no-referrer" };
  return new Response(null, { status: 303, headers });
}

async function readForm(request: Request): Promise<FormData | null> {
  const bytes = Buffer.from(await readBody(request, bodyLimitsBytes.default));
  const contentType = request.headers.get("content-type");
  if (bytes.length === 0 || contentType === null) return null;
  const body = new Response(bytes, { headers: { "content-type": contentType } });
  return body.formData().catch(() => null);
}
