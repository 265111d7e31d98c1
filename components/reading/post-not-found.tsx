import { buttonClass } from "@/components/ui/button-class";
import { postNotFoundMessages } from "@/lib/messages/site";

const { title, text, backToHome } = postNotFoundMessages;
const listAddress = "/read";

/**
 * In place of a post that does not exist, is not public, or could not be read. Leads on by a plain
 * link: the script of this page comes with every article, and a failed page is better left whole.
 */
export function PostNotFound() {
  return (
    <main id="main" className="wrap py-(--section)">
      <div className="mx-auto max-w-measure border-t-[3px] border-ink pt-6">
        <h1 className="text-h1 font-[440]">{title}</h1>
        <p className="mt-4 font-serif text-deck text-ink-2">{text}</p>
        <a href={listAddress} className={`mt-8 ${buttonClass()}`}>
          {backToHome}
        </a>
      </div>
    </main>
  );
}
