/**
 * An export of Ghost 6 (Settings → Migration tools → Export), cut down to what matters. The shape is from
 * https://docs.ghost.org/migration/custom; columns and their values are those of Ghost's database
 * (TryGhost/Ghost, ghost/core/core/server/data/schema/schema.js):
 * `status`: published, draft, scheduled, sent; `visibility`: public, members, paid, tiers;
 * `type`: post, page. `__GHOST_URL__` stands for the site's address in all texts.
 */
export function ghostExport(): string {
  const post = (change: Record<string, unknown>) => ({
    uuid: "b3c2f1de-6f5c-4a7c-9a0e-0d6e2f1c7a11",
    mobiledoc: null,
    // Ghost 5 and later keep the editor's own format beside the HTML.
    lexical: '{"root":{"children":[],"type":"root","version":1}}',
    comment_id: change["id"],
    plaintext: null,
    feature_image: null,
    featured: 0,
    type: "post",
    status: "published",
    locale: null,
    visibility: "public",
    email_recipient_filter: "all",
    created_at: "2025-03-03T10:00:00.000Z",
    updated_at: "2025-03-05T10:00:00.000Z",
    published_at: "2025-03-05T11:30:00.000Z",
    custom_excerpt: null,
    ...change,
  });
  const data = {
    posts: [
      post({
        id: "65e6f0aa0000000000000002",
        title: "Rates: what comes next",
        slug: "rates-what-comes-next",
        published_at: "2025-03-06T11:30:00.000Z",
        // A bookmark's caption, a list, and a link to the first post, as Koenig writes them.
        html: '<p>After <a href="__GHOST_URL__/the-fed-holds/">the decision</a>, three things.</p><ul><li>Bills &amp; notes</li><li><strong>Swaps</strong></li></ul><figure class="kg-card kg-image-card kg-card-hascaption"><img src="__GHOST_URL__/content/images/2025/03/gone.png" class="kg-image" alt="Gone" loading="lazy" width="2000" height="1125"><figcaption>No longer there</figcaption></figure><div class="kg-card kg-signup-card kg-width-regular" data-lexical-signup-form=""><div class="kg-signup-card-content"><h2 class="kg-signup-card-heading">Sign up for News</h2><form class="kg-signup-card-form" data-members-form="signup"><button type="submit">Subscribe</button></form></div></div>',
      }),
      post({
        id: "65e6f0aa0000000000000001",
        title: "The Fed holds",
        slug: "the-fed-holds",
        feature_image: "__GHOST_URL__/content/images/2025/03/fed.png",
        html: "<p>Nothing changed, <em>again</em>.</p><!--kg-card-begin: html--><table><thead><tr><th>Rate</th><th>%</th></tr></thead><tbody><tr><td>Funds</td><td>4.5</td></tr></tbody></table><!--kg-card-end: html--><p>That is all.</p>",
      }),
      post({
        id: "65e6f0aa0000000000000003",
        title: "For members",
        slug: "for-members",
        visibility: "paid",
        html: "<p>Paid for.</p>",
      }),
      post({
        id: "65e6f0aa0000000000000004",
        title: "Only emailed",
        slug: "only-emailed",
        status: "sent",
        html: "<p>Dear readers.</p>",
      }),
      post({
        id: "65e6f0aa0000000000000005",
        title: "(Untitled)",
        slug: "untitled",
        status: "draft",
        published_at: null,
        // An empty draft.
        html: null,
      }),
      post({ id: "65e6f0aa0000000000000006", title: "About", slug: "about", type: "page" }),
    ],
    posts_meta: [
      {
        id: "65e6f0aa00000000000000a1",
        post_id: "65e6f0aa0000000000000001",
        feature_image_alt: "The building",
        feature_image_caption: null,
      },
    ],
    tags: [],
    posts_tags: [],
    users: [{ id: "1", name: "Dana", slug: "dana", email: "dana@news.example" }],
  };
  return JSON.stringify({
    db: [{ meta: { exported_on: 1_753_891_082_041, version: "6.0.0" }, data }],
  });
}
