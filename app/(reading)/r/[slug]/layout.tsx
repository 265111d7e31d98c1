import type { ReactNode } from "react";
import { ArticleFrame } from "@/components/reading/article-frame";
import { pageConfig } from "@/lib/http/pages/page-config";

/** Header and footer, which stay when the post fails to load. */
export default function PostLayout({ children }: Readonly<{ children: ReactNode }>) {
  return <ArticleFrame signUpUrl={pageConfig().SIGN_UP_URL}>{children}</ArticleFrame>;
}
