import { ArticleFrame } from "@/components/reading/article-frame";
import { PostNotFound } from "@/components/reading/post-not-found";
import { pageConfig } from "@/lib/http/pages/page-config";

export default function NoSuchPost() {
  return (
    <ArticleFrame signUpUrl={pageConfig().SIGN_UP_URL}>
      <PostNotFound />
    </ArticleFrame>
  );
}
