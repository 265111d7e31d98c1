import { initialsOf } from "./navigation";

/**
 * A person's initials in a circle. Decorative, and therefore not text: their name is beside it or labels the
 * button.
 */
export function Avatar({ name }: { name: string }) {
  return (
    <span
      aria-hidden="true"
      data-initials={initialsOf(name)}
      className="grid size-9 flex-none place-items-center rounded-full border border-edge font-serif text-fine leading-none font-medium tracking-[.02em] text-ink-2 before:content-[attr(data-initials)]"
    />
  );
}
