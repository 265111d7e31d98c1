import { expect, test, type APIRequestContext, type APIResponse } from "playwright/test";
import { z } from "zod";
import { checkResponse } from "../../support/api-reference";
import { logInAdmin } from "../../support/browser/public-pages";

// What only the whole service can show: next-auth needs Next around it, and Next answers the
// methods that no route has.

const csrfSchema = z.object({ csrfToken: z.string() });

async function expectDocumented(method: string, response: APIResponse): Promise<void> {
  checkResponse(
    { method, url: response.url() },
    {
      status: response.status(),
      headers: new Headers(response.headersArray().map(({ name, value }) => [name, value])),
      text: await response.text(),
    },
  );
}

async function get(request: APIRequestContext, path: string): Promise<unknown> {
  const response = await request.get(path);
  await expectDocumented("GET", response);
  expect(response.status()).toBe(200);
  return response.json();
}

test("the API reference is served as JSON that may be stored for five minutes", async ({
  request,
}) => {
  const response = await request.get("/api/openapi.json");
  expect(response.headers()["content-type"]).toBe("application/json");
  expect(response.headers()["cache-control"]).toBe("public, max-age=300");
  expect(await response.json()).toMatchObject({ openapi: "3.1.1" });
});

test("next-auth answers as the API reference says", async ({ request }) => {
  expect(await get(request, "/api/auth/session")).toEqual({});
  expect(await get(request, "/api/auth/providers")).toEqual({});
  await logInAdmin(request);
  expect(await get(request, "/api/auth/session")).toMatchObject({
    user: { name: "admin" },
    role: "admin",
  });

  const { csrfToken } = csrfSchema.parse(await get(request, "/api/auth/csrf"));
  const response = await request.post("/api/auth/signout", {
    form: { csrfToken, json: "true" },
  });
  await expectDocumented("POST", response);
  expect(response.status()).toBe(200);
  expect(await get(request, "/api/auth/session")).toEqual({});
});

test("a method that no route has answers 405", async ({ request }) => {
  expect((await request.put("/api/health")).status()).toBe(405);
});

test("HEAD works where GET does", async ({ request }) => {
  expect((await request.head("/api/health")).status()).toBe(200);
});
