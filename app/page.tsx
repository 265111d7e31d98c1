import Link from "next/link";
import { brand } from "@/lib/brand";
import { listPublicPosts } from "@/lib/domain/posts/read-posts";
import { getContext } from "@/lib/http/context";

export const dynamic = "force-dynamic";

/** The latest posts. */
export default async function HomePage() {
  const { posts } = await listPublicPosts(await getContext(), { limit: 20 });
  return (
    <main className="mx-auto max-w-2xl p-6">
      <h1 className="text-3xl font-bold">{brand.name}</h1>
      <p>{brand.tagline}</p>
      <ul className="mt-8 space-y-3">
        {posts.map((post) => (
          <li key={post.id}>
            {post.shortDate} <Link href={`/r/${post.slug}`}>{post.title}</Link> {post.readTime} min
            read
          </li>
        ))}
      </ul>
    </main>
  );
}
