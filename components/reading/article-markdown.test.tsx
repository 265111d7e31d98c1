import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ArticleMarkdown } from "./article-markdown";

const base = "/images/0123456789abcdef0123";

test("an uploaded image offers each browser its smallest file", () => {
  const markup = renderToStaticMarkup(
    <ArticleMarkdown content={`![Rates](${base}/900x600.png)`} />,
  );
  const sizes = 'sizes="(min-width: 44rem) 40rem, 92vw"';
  expect(markup).toContain(
    `<picture><source type="image/avif" srcSet="${base}/480.avif 480w, ${base}/800.avif 800w, ${base}/900.avif 900w" ${sizes}/>` +
      `<source type="image/webp" srcSet="${base}/480.webp 480w, ${base}/800.webp 800w, ${base}/900.webp 900w" ${sizes}/>` +
      `<img src="${base}/900x600.png" alt="Rates" width="900" height="600" loading="lazy" decoding="async" referrerPolicy="no-referrer"/></picture>`,
  );
});

test("an image from elsewhere has one file", () => {
  const markup = renderToStaticMarkup(
    <ArticleMarkdown content='![Rates](https://x.example/a.png "640x360")' />,
  );
  expect(markup).not.toContain("<picture>");
  expect(markup).toContain(
    '<img src="https://x.example/a.png" alt="Rates" width="640" height="360"',
  );
});
