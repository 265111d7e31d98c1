import { QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { AppRouterContext } from "next/dist/shared/lib/app-router-context.shared-runtime";
import { PathnameContext } from "next/dist/shared/lib/hooks-client-context.shared-runtime";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";

const router = {
  back() {},
  forward() {},
  refresh() {},
  push() {},
  replace() {},
  prefetch() {},
  bfcacheId: "",
};

/** The markup of a screen that asks for a router or data. */
export function renderScreen(
  screen: ReactElement,
  { client = new QueryClient(), pathname = "/" } = {},
): string {
  return renderToStaticMarkup(
    <AppRouterContext value={router}>
      <PathnameContext value={pathname}>
        <QueryClientProvider client={client}>{screen}</QueryClientProvider>
      </PathnameContext>
    </AppRouterContext>,
  );
}
