import {
  closeImageDialog$,
  imageDialogState$,
  saveImage$,
  useCellValue,
  usePublisher,
} from "@mdxeditor/editor";
import { useState } from "react";
import { Button } from "../../../ui/button";
import { Dialog } from "../../../ui/dialog";
import { Field } from "../../../ui/field";
import { Input } from "../../../ui/input";
import { safeUrl } from "@/lib/markdown/url-policy";
import { editorMessages } from "@/lib/messages/admin";
import { contentFieldMessages } from "@/lib/messages/posts";

const messages = contentFieldMessages;

type Image = { src: string; altText: string; title: string };

/** Asks for an image's URL, alt text, and size. */
export function ImageDialog() {
  const state = useCellValue(imageDialogState$);
  const close = usePublisher(closeImageDialog$);
  const save = usePublisher(saveImage$);
  if (state.type === "inactive") return null;
  const {
    src = "",
    altText = "",
    title = "",
  } = state.type === "editing" ? state.initialValues : {};
  return (
    <ImageForm
      image={{ src, altText, title }}
      onCancel={close}
      onSave={(image) => save({ ...image, file: new DataTransfer().files })}
    />
  );
}

function ImageForm(props: { image: Image; onCancel: () => void; onSave: (image: Image) => void }) {
  const [image, setImage] = useState(props.image);
  const [error, setError] = useState("");
  const submit = () => {
    const url = safeUrl(image.src, "image");
    if (url === null) setError(messages.imageUrlInvalid);
    else props.onSave({ ...image, src: url });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || props.onCancel()}
      title={messages.imageTitle}
      actions={
        <>
          <Button variant="line" onClick={props.onCancel}>
            {editorMessages.cancel}
          </Button>
          <Button onClick={submit}>{messages.insertImage}</Button>
        </>
      }
    >
      <form
        className="grid gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          submit();
        }}
      >
        <Field id="image-url" label={messages.imageUrl} error={error}>
          {(control) => (
            <Input
              {...control}
              data-autofocus
              inputMode="url"
              value={image.src}
              onChange={({ target }) => setImage({ ...image, src: target.value })}
            />
          )}
        </Field>
        <Field id="image-alt" label={messages.imageAlt} hint={messages.imageAltHint}>
          {(control) => (
            <Input
              {...control}
              value={image.altText}
              onChange={({ target }) => setImage({ ...image, altText: target.value })}
            />
          )}
        </Field>
        <Field id="image-size" label={messages.imageSize} hint={messages.imageSizeHint}>
          {(control) => (
            <Input
              {...control}
              value={image.title}
              onChange={({ target }) => setImage({ ...image, title: target.value })}
            />
          )}
        </Field>
        {/* So that Enter submits the form. */}
        <button type="submit" hidden>
          {messages.insertImage}
        </button>
      </form>
    </Dialog>
  );
}
