import { classNames } from "@/components/ui/class-names";
import { homeMessages } from "@/lib/messages/site";
import { initialsOf, testimonials, type Testimonial } from "./content/testimonials";

const shownAtFirst = 6;
const shownAtFirstOnPhones = 3;

const columns =
  "md:columns-2 md:gap-12 xl:columns-3 xl:gap-16 [column-rule:1px_solid_var(--color-rule)]";

/**
 * Shows six testimonials at first, three on phones, and all of them once the disclosure below is
 * open. CSS does the work, so it runs without scripts.
 */
export function Testimonials() {
  return (
    <section
      id="testimonials"
      aria-labelledby="testimonials-title"
      className="group pb-(--section)"
    >
      <div className="wrap">
        <div className="border-t border-ink pt-5">
          <h2 id="testimonials-title" className="text-h2">
            {homeMessages.testimonialsTitle}
          </h2>
          <ul className={`mt-8 md:mt-10 ${columns}`}>
            {testimonials.slice(0, shownAtFirst).map((testimonial, index) => (
              <TestimonialItem
                key={testimonial.name}
                testimonial={testimonial}
                className={
                  index >= shownAtFirstOnPhones
                    ? "max-md:hidden max-md:group-has-[details[open]]:block"
                    : ""
                }
              />
            ))}
          </ul>
          <ul className={`hidden group-has-[details[open]]:block ${columns}`}>
            {testimonials.slice(shownAtFirst).map((testimonial) => (
              <TestimonialItem
                key={testimonial.name}
                testimonial={testimonial}
                className="max-md:first:border-t"
              />
            ))}
          </ul>
          <details className="group/more mt-6 md:mt-2">
            <summary className="inline-flex min-h-11 list-none items-center text-link [&::-webkit-details-marker]:hidden">
              <span className="group-open/more:hidden">
                {homeMessages.showAllTestimonials(testimonials.length)}
              </span>
              <span className="hidden group-open/more:inline">
                {homeMessages.showFewerTestimonials}
              </span>
            </summary>
          </details>
        </div>
      </div>
    </section>
  );
}

function TestimonialItem({
  testimonial,
  className,
}: {
  testimonial: Testimonial;
  className: string;
}) {
  const { name, title, content, rating } = testimonial;
  return (
    <li
      className={classNames(
        "break-inside-avoid border-rule pb-6 max-md:not-first:border-t max-md:not-first:pt-6 md:pb-10",
        className,
      )}
    >
      <figure>
        <blockquote className="font-serif text-deck leading-7 text-pretty [hanging-punctuation:first]">
          “{content}”
        </blockquote>
        <figcaption className="mt-4 grid grid-cols-[auto_1fr_auto] items-center gap-x-3">
          <span
            aria-hidden="true"
            className="grid size-10 place-items-center rounded-full border border-edge font-serif text-label leading-none font-[500] tracking-[.02em] text-ink-2"
          >
            {initialsOf(name)}
          </span>
          <span className="text-label leading-5 font-medium">
            {name}
            <span className="block text-small font-normal text-ink-3">{title}</span>
          </span>
          <span className="self-start text-small text-ink-3">
            <span aria-hidden="true">{rating}/5</span>
            <span className="sr-only">Rated {rating} out of 5</span>
          </span>
        </figcaption>
      </figure>
    </li>
  );
}
