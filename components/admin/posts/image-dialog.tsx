import {
  closeImageDialog$,
  imageDialogState$,
  saveImage$,
  useCellValue,
  usePublisher,
} from "@mdxeditor/editor";
import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { safeUrl } from "@/lib/markdown/url-policy";

type Picture = { src: string; altText: string; title: string };

/** Asks for a picture's address and for the words that stand for it. */
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
    <PictureForm
      picture={{ src, altText, title }}
      onCancel={close}
      onSave={(picture) => save({ ...picture, file: new DataTransfer().files })}
    />
  );
}

function PictureForm(props: {
  picture: Picture;
  onCancel: () => void;
  onSave: (picture: Picture) => void;
}) {
  const [picture, setPicture] = useState(props.picture);
  const [error, setError] = useState("");
  const submit = () => {
    const address = safeUrl(picture.src, "image");
    if (address === null) setError("Please enter the address of a picture, such as https://…");
    else props.onSave({ ...picture, src: address });
  };
  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || props.onCancel()}
      title="Picture"
      actions={
        <>
          <Button variant="line" onClick={props.onCancel}>
            Cancel
          </Button>
          <Button onClick={submit}>Use this picture</Button>
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
        <Field id="picture-address" label="Address" error={error}>
          {(control) => (
            <Input
              {...control}
              data-autofocus
              inputMode="url"
              value={picture.src}
              onChange={({ target }) => setPicture({ ...picture, src: target.value })}
            />
          )}
        </Field>
        <Field
          id="picture-words"
          label="In words"
          hint="For readers who do not see it, and for the mail."
        >
          {(control) => (
            <Input
              {...control}
              value={picture.altText}
              onChange={({ target }) => setPicture({ ...picture, altText: target.value })}
            />
          )}
        </Field>
        <Field
          id="picture-size"
          label="Size"
          hint="Width and height in pixels, such as 1280x720, so that nothing moves when it arrives."
        >
          {(control) => (
            <Input
              {...control}
              value={picture.title}
              onChange={({ target }) => setPicture({ ...picture, title: target.value })}
            />
          )}
        </Field>
        {/* Enter in a field submits. */}
        <button type="submit" hidden>
          Use this picture
        </button>
      </form>
    </Dialog>
  );
}
