import {
  closeImageDialog$,
  imageDialogState$,
  openNewImageDialog$,
  saveImage$,
  useCellValue,
  usePublisher,
} from "@mdxeditor/editor";
import { createContext, use, useEffect } from "react";
import { ImagePicker } from "../../images/image-picker";

/** Files that were dropped or pasted and aren't in the text yet. */
export type WaitingFiles = {
  files: readonly File[];
  /** Called when the first one was used or dismissed. */
  onDone: () => void;
};

/** For `ImageDialog`, which the editor's library renders. */
export const WaitingFilesContext = createContext<WaitingFiles>({
  files: [],
  onDone: () => undefined,
});

/** Asks for an image, from a file that is waiting or from elsewhere, and puts it into the text. */
export function ImageDialog() {
  const state = useCellValue(imageDialogState$);
  const close = usePublisher(closeImageDialog$);
  const save = usePublisher(saveImage$);
  const open = usePublisher(openNewImageDialog$);
  const { files, onDone } = use(WaitingFilesContext);
  useEffect(() => {
    if (files.length > 0) open();
  }, [files, open]);
  if (state.type === "inactive") return null;
  const isNew = state.type === "new";
  const { src = "", altText = "", title = "" } = isNew ? {} : state.initialValues;
  return (
    <ImagePicker
      key={files.length}
      image={isNew ? undefined : { src, altText, title }}
      file={isNew ? files[0] : undefined}
      onCancel={() => {
        close();
        onDone();
      }}
      onUse={(image) => {
        save({ ...image, file: new DataTransfer().files });
        onDone();
      }}
    />
  );
}
