import { PostNotFound } from "@/components/reading/post-not-found";

export default function NoSuchMonth() {
  return <PostNotFound />;
}
