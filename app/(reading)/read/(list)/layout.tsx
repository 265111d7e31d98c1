import type { ReactNode } from "react";
import { ListFrame } from "@/components/reading/list-frame";
import { pageConfig } from "@/lib/http/pages/page-config";
import { readToday } from "@/lib/http/pages/public-pages";

/** Everything but the rows, so that it stays when they fail to load. */
export default async function ReadLayout({ children }: Readonly<{ children: ReactNode }>) {
  return (
    <ListFrame {...await readToday()} signUpUrl={pageConfig().SIGN_UP_URL}>
      {children}
    </ListFrame>
  );
}
