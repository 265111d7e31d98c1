/** The first thing the keyboard reaches: skips the header. Needs an element with the id `main`. */
export function SkipLink() {
  return (
    <a
      href="#main"
      className="absolute -top-16 left-(--gutter) z-50 bg-ink px-4 py-2 text-on-ink focus:top-2"
    >
      Skip to content
    </a>
  );
}
