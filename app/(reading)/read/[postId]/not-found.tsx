import { PostNotFound } from "@/components/reading/post-not-found";

export default function NoSuchPost() {
  return <PostNotFound />;
}
