import { useState, type RefObject } from "react";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Textarea } from "@/components/ui/input";
import { deleteImage, imagesKey, updateImageAlt } from "@/lib/client/admin/images";
import type { ImageView } from "@/lib/contracts/admin/images";
import { imageLimits } from "@/lib/contracts/limits";
import { imageMessages, imagesScreen as messages } from "@/lib/messages/admin/images";
import { ConfirmDialog, FormDialog } from "../shell/dialogs";
import { useAdminAction } from "../use-admin-action";
import { Thumbnail } from "./thumbnail";

export type ImageCardProps = {
  image: ImageView;
  /** Where focus goes when the card is gone. */
  returnFocusTo: RefObject<HTMLElement | null>;
};

/** An image in the library, its alt text, and where it's used. */
export function ImageCard({ image, returnFocusTo }: ImageCardProps) {
  const [isOpen, setIsOpen] = useState<"alt" | "delete" | null>(null);
  const { name, alt, url, width, height, sizeBytes, isUsed } = image;
  const close = () => setIsOpen(null);
  return (
    <li className="grid min-w-0 content-start gap-2">
      <a href={url} target="_blank" rel="noreferrer" aria-label={messages.open(name)}>
        <Thumbnail image={{ url, alt: "" }} />
      </a>
      <h2 className="truncate font-sans text-label font-medium" title={name}>
        {name}
      </h2>
      <p className="text-small text-ink-3 tabular-nums">
        {messages.size(width, height, sizeBytes)}
      </p>
      <p className={alt ? "text-small text-ink-2" : "text-small text-alarm"}>
        {alt || messages.noAlt}
      </p>
      <Uses image={image} />
      <p className="flex flex-wrap gap-2">
        <Button
          variant="line"
          size="sm"
          aria-label={messages.editAlt(name)}
          onClick={() => setIsOpen("alt")}
        >
          {messages.altTitle}
        </Button>
        {!isUsed && (
          <Button
            variant="line"
            size="sm"
            aria-label={messages.delete(name)}
            onClick={() => setIsOpen("delete")}
          >
            {messages.deleteShort}
          </Button>
        )}
      </p>
      {isOpen === "alt" && <AltDialog image={image} onClose={close} />}
      {isOpen === "delete" && (
        <DeleteDialog image={image} onClose={close} returnFocusTo={returnFocusTo} />
      )}
    </li>
  );
}

function Uses({ image: { isUsed, usedIn, useCount } }: { image: ImageView }) {
  if (useCount === 0) {
    return (
      <p className="text-small text-ink-3">{isUsed ? messages.usedEarlier : messages.unused}</p>
    );
  }
  return (
    <div className="text-small text-ink-3">
      {messages.usedIn}
      <ul className="text-ink-2">
        {usedIn.map(({ id, title }) => (
          <li key={id} className="truncate" title={title}>
            {title}
          </li>
        ))}
      </ul>
      {useCount > usedIn.length && messages.more(useCount - usedIn.length)}
    </div>
  );
}

function AltDialog({ image, onClose }: { image: ImageView; onClose: () => void }) {
  const [alt, setAlt] = useState(image.alt);
  const { submit, isBusy, errors, failure } = useAdminAction({
    run: updateImageAlt,
    changes: [[imagesKey]],
    describe: () => messages.saved,
    onDone: onClose,
    fields: ["alt"],
    formId: "library",
  });
  return (
    <FormDialog
      title={messages.altTitle}
      description={messages.altNote(image.name)}
      confirm={messages.save}
      isBusy={isBusy}
      failure={failure}
      onSubmit={() => submit({ id: image.id, alt })}
      onClose={onClose}
    >
      <Field id="library-alt" label={messages.altTitle} error={errors["alt"]}>
        {(control) => (
          <Textarea
            {...control}
            data-autofocus
            rows={3}
            value={alt}
            maxLength={imageLimits.altLength}
            onChange={({ target }) => setAlt(target.value)}
          />
        )}
      </Field>
    </FormDialog>
  );
}

function DeleteDialog({ image, onClose, returnFocusTo }: ImageCardProps & { onClose: () => void }) {
  const { submit, isBusy, failure } = useAdminAction({
    run: deleteImage,
    changes: [[imagesKey]],
    describe: () => imageMessages.deleted,
    onDone: onClose,
  });
  return (
    <ConfirmDialog
      title={messages.deleteTitle}
      description={messages.deleteNote}
      confirm={messages.confirmDelete}
      isBusy={isBusy}
      failure={failure}
      onConfirm={() => submit(image.id)}
      onClose={onClose}
      returnFocusTo={returnFocusTo}
    />
  );
}
