import { brand } from "@/lib/brand";
import { postInstants } from "@/lib/contracts/post-instants";
import type { PostView } from "@/lib/contracts/posts";
import { articleMessages } from "@/lib/messages/site";
import { markdownExcerpt } from "@/lib/markdown/plain-text";
import type { JsonLdData } from "./json-ld";
import { shareCardSize, shareImagePath } from "./share-image";

const organizationId = (siteUrl: string) => `${siteUrl}/#organization`;

/** @see https://schema.org/Organization */
export function organization(siteUrl: string): JsonLdData {
  return {
    "@type": "Organization",
    "@id": organizationId(siteUrl),
    name: brand.name,
    url: `${siteUrl}/`,
    logo: `${siteUrl}/icons/512`,
    email: brand.supportAddress,
    slogan: brand.tagline,
    sameAs: brand.profiles,
  };
}

/** @see https://schema.org/WebSite */
export function webSite(siteUrl: string): JsonLdData {
  return {
    "@type": "WebSite",
    "@id": `${siteUrl}/#website`,
    name: brand.name,
    url: `${siteUrl}/`,
    inLanguage: "en",
    publisher: { "@id": organizationId(siteUrl) },
  };
}

/** @see https://schema.org/FAQPage */
export function faqPage(questions: readonly { question: string; answer: string }[]): JsonLdData {
  return {
    "@type": "FAQPage",
    mainEntity: questions.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

/** @see https://schema.org/BreadcrumbList */
export function breadcrumbs(
  siteUrl: string,
  pages: readonly { name: string; path: string }[],
): JsonLdData {
  return {
    "@type": "BreadcrumbList",
    itemListElement: pages.map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: `${siteUrl}${path}`,
    })),
  };
}

/** The beginning of a post as plain text, for search results. */
export function postDescription(post: PostView): string {
  return markdownExcerpt(post.content, 160);
}

/** @see https://schema.org/NewsArticle */
export function newsArticle(post: PostView, siteUrl: string): JsonLdData {
  const { publishedAt, modifiedAt } = postInstants(post);
  const url = `${siteUrl}/r/${post.slug}`;
  return {
    "@type": "NewsArticle",
    headline: post.title,
    description: postDescription(post),
    url,
    mainEntityOfPage: url,
    image: {
      "@type": "ImageObject",
      url: `${siteUrl}${shareImagePath(post.slug)}`,
      ...shareCardSize,
    },
    datePublished: publishedAt,
    dateModified: modifiedAt,
    articleSection: articleMessages.label,
    timeRequired: `PT${post.readTime}M`,
    inLanguage: "en",
    isAccessibleForFree: true,
    author: organization(siteUrl),
    publisher: organization(siteUrl),
  };
}
