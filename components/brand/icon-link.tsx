/** The same as `public/favicon.svg`. */
const svg =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><style>rect{fill:#12151B}path{fill:#FAF8F3}@media(prefers-color-scheme:dark){rect{fill:#FAF8F3}path{fill:#12151B}}</style><rect width="32" height="32" rx="4"/><path d="M6 6h15v4H6zM6 14h20v4H6zM6 22h10v4H6z"/></svg>';

/**
 * The icon of the browser's tab, in the page itself: a request for it would compete with those that the first
 * paint waits for. Search engines use `/favicon.ico`.
 */
export function IconLink() {
  return (
    <link
      rel="icon"
      type="image/svg+xml"
      sizes="any"
      href={`data:image/svg+xml,${encodeURIComponent(svg)}`}
    />
  );
}
