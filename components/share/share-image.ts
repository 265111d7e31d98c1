/** In pixels; the size that Open Graph and X recommend. */
export const shareCardSize = { width: 1200, height: 630 };

/** The path of a post's share image. */
export const shareImagePath = (slug: string) => `/r/${slug}/share-image`;
