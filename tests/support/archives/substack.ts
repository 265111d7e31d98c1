import { strToU8, zipSync } from "fflate";

/**
 * Substack's export (Settings → Export your data): a ZIP archive with posts.csv, and for each post the
 * HTML of its text, beside lists of who got and opened it. Columns and values as in the test data of
 * Ghost's own migration tool (TryGhost/migrate, packages/mg-substack/test/fixtures/posts.csv);
 * `type`: newsletter, podcast, thread, page; `audience`: everyone, only_free, only_paid, founding.
 * The HTML is what Substack's editor stores: images in a captioned container with a link to the larger
 * one, and forms to subscribe.
 *
 * @param imageUrl of the image in the first post
 */
export function substackExport(imageUrl: string): Uint8Array {
  const rows = [
    "post_id,post_date,is_published,email_sent_at,inbox_sent_at,type,audience,title,subtitle,podcast_url",
    '142500132.one-chart,2024-03-11T10:00:12.345Z,true,2024-03-11T10:00:15.000Z,2024-03-11T10:00:15.000Z,newsletter,everyone,One chart,"Lines, mostly",',
    "142500133.for-payers,2024-03-12T10:00:12.345Z,true,2024-03-12T10:00:15.000Z,,newsletter,only_paid,For payers,,",
    "142500134.listen-in,2024-03-13T01:30:00.000Z,TRUE,,,podcast,everyone,Listen in,,https://api.substack.com/feed/podcast/142500134.mp3",
    "142500135.talk,2024-03-14T10:00:12.345Z,true,,,thread,everyone,Talk to us,,",
    // A draft that never had a name.
    "142500136,,false,,,newsletter,everyone,,,",
  ];
  const image = imageUrl.replaceAll("&", "&amp;");
  const larger = `https://substackcdn.com/image/fetch/f_auto,q_auto:good,fl_progressive:steep/${encodeURIComponent(imageUrl)}`;
  const files = {
    "posts.csv": `${rows.join("\n")}\n`,
    "posts/142500132.one-chart.html": `<p>Look at this.</p><div class="captioned-image-container"><figure><a class="image-link image2 is-viewable-img" target="_blank" href="${larger}" data-component-name="Image2ToDOM"><div class="image2-inset"><picture><source type="image/webp" srcset="${larger} 424w" sizes="100vw"><img src="${image}" width="1456" height="728" data-attrs="{&quot;src&quot;:&quot;x&quot;}" class="sizing-normal" alt="A line that rises" srcset="${larger} 424w" sizes="100vw"></picture></div></a><figcaption class="image-caption">Up and up</figcaption></figure></div><div class="subscription-widget-wrap-editor" data-attrs="{&quot;url&quot;:&quot;https://x.substack.com/subscribe?&quot;}" data-component-name="SubscribeWidgetToDOM"><div class="subscription-widget show-subscribe"><div class="preamble"><p class="cta-caption">Subscribe for more!</p></div><form class="subscription-widget-subscribe"><input type="email" class="email-input" name="email" placeholder="Type your email…" tabindex="-1"><input type="submit" class="button primary" value="Subscribe"><div class="fake-input-wrapper"><div class="fake-input"></div><div class="fake-button"></div></div></form></div></div><p>And that&#8217;s it.</p><p class="button-wrapper" data-attrs="{}" data-component-name="ButtonCreateButton"><a class="button primary" href="https://x.substack.com/subscribe"><span>Subscribe now</span></a></p>`,
    "posts/142500133.for-payers.html": "<p>Secret.</p>",
    "posts/142500134.listen-in.html": "<p>An hour of talk.</p>",
    "posts/142500135.talk.html": "<p>What do you think?</p>",
    "posts/142500136.html": "<p>To be written.</p>",
    "posts/142500132.delivers.csv":
      "post_id,timestamp,email\n142500132,2024-03-11,reader@post.example\n",
  };
  return zipSync(
    Object.fromEntries(Object.entries(files).map(([path, text]) => [path, strToU8(text)])),
  );
}
