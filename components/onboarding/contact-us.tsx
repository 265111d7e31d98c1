import Link from "next/link";

/** A sentence in which "contact us", in any case, leads to the contact page (spec, section 8). */
export function WithContactLink({ text }: { text: string }) {
  return text.split(/(contact us)/i).map((part, index) =>
    // The parts of one sentence never change places.
    index % 2 === 0 ? (
      part
    ) : (
      <Link key={`${index}`} href="/contact" className="text-link">
        {part}
      </Link>
    ),
  );
}
