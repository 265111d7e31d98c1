import { useEffect, useEffectEvent, useRef, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { FieldError } from "@/components/ui/field";
import { Tabs } from "@/components/ui/tabs";
import { TextField } from "@/components/ui/text-field";
import { updateImageAlt } from "@/lib/client/admin/images";
import type { ImageView } from "@/lib/contracts/admin/images";
import { parseImageAddress } from "@/lib/contracts/reading/image-address";
import { imageLimits } from "@/lib/contracts/limits";
import { safeUrl } from "@/lib/markdown/url-policy";
import { editorMessages } from "@/lib/messages/admin";
import { imageDialogMessages as messages } from "@/lib/messages/admin/images";
import { FileDrop } from "./file-drop";
import { ImageLibrary } from "./image-library";
import { useUpload } from "./use-upload";

/** An image as Markdown has it: `title` can be its size, such as 640x360. */
export type TextImage = { src: string; altText: string; title: string };

/** What the dialog shows of an uploaded image. */
type Chosen = Pick<ImageView, "url"> & Partial<ImageView>;

const tabs = ["upload", "library", "address"] as const;

type Tab = (typeof tabs)[number];

type Problems = { alt?: string; url?: string; choice?: string };

export type ImagePickerProps = {
  /** The image to change, if there is one. */
  image?: TextImage | undefined;
  /** A file that was dropped or pasted, and is uploaded right away. */
  file?: File | undefined;
  onUse: (image: TextImage) => void;
  onCancel: () => void;
};

/** A dialog that uploads an image, or takes one from the library or the web, and asks for its alt text. */
export function ImagePicker({ image, file, onUse, onCancel }: ImagePickerProps) {
  const isUploaded = image !== undefined && parseImageAddress(image.src) !== null;
  const [chosen, setChosen] = useState<Chosen | null>(isUploaded ? { url: image.src } : null);
  const [tab, setTab] = useState<Tab>(image && !isUploaded ? "address" : "upload");
  /** Null until someone types; until then, the chosen image's alt text is suggested. */
  const [typedAlt, setTypedAlt] = useState(image?.altText ?? null);
  const [src, setSrc] = useState(isUploaded ? "" : (image?.src ?? ""));
  const [size, setSize] = useState(isUploaded ? "" : (image?.title ?? ""));
  const [problems, setProblems] = useState<Problems>({});
  const alt = typedAlt ?? chosen?.alt ?? "";
  const choose = (next: ImageView) => {
    setChosen(next);
    setProblems({});
  };
  const upload = useUpload(choose);
  const altInput = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (chosen) altInput.current?.focus();
  }, [chosen]);
  const uploadFirst = useEffectEvent(() => file && upload.start([file]));
  useEffect(() => {
    uploadFirst();
  }, []);

  const submit = () => {
    if (chosen) {
      const altText = alt.trim();
      if (altText === "") return setProblems({ alt: messages.altMissing });
      // Keeps the image until the text is saved, and suggests these words the next time.
      if (chosen.id !== undefined) {
        updateImageAlt({ id: chosen.id, alt: chosen.alt || altText }).catch(() => undefined);
      }
      return onUse({
        src: chosen.url,
        altText,
        title: chosen.url === image?.src ? image.title : "",
      });
    }
    if (tab !== "address") {
      const choice = upload.uploading ? messages.stillUploading : messages.nothingChosen;
      return setProblems({ choice });
    }
    const url = safeUrl(src, "image");
    if (url === null) return setProblems({ url: messages.urlInvalid });
    return onUse({ src: url, altText: alt, title: size });
  };

  return (
    <Dialog
      isOpen
      onOpenChange={(isOpen) => isOpen || onCancel()}
      title={messages.title}
      actions={
        <>
          <Button variant="line" onClick={onCancel}>
            {editorMessages.cancel}
          </Button>
          <Button onClick={submit}>{messages.insert}</Button>
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
        {chosen ? (
          <ChosenImage
            image={chosen}
            onReplace={() => {
              setChosen(null);
              setTypedAlt(null);
            }}
          />
        ) : (
          <Tabs
            label={messages.sources}
            value={tab}
            onValueChange={(next) => {
              setTab(tabs.find((each) => each === next) ?? "upload");
              setProblems({});
            }}
            tabs={[
              {
                value: "upload",
                label: messages.upload,
                content: (
                  <FileDrop
                    onFiles={(files) => {
                      setTab("upload");
                      if (!upload.uploading) upload.start(files.slice(0, 1));
                    }}
                    uploading={upload.uploading}
                    problem={upload.problem}
                  />
                ),
              },
              {
                value: "library",
                label: messages.fromLibrary,
                content: tab === "library" && (
                  <ImageLibrary
                    onChoose={(next) => {
                      upload.cancel();
                      choose(next);
                    }}
                  />
                ),
              },
              {
                value: "address",
                label: messages.address,
                content: (
                  <div className="grid gap-5">
                    <TextField
                      id="image-url"
                      label={messages.url}
                      error={problems.url}
                      inputMode="url"
                      value={src}
                      onChange={setSrc}
                    />
                    <TextField
                      id="image-size"
                      label={messages.size}
                      hint={messages.sizeHint}
                      value={size}
                      onChange={setSize}
                    />
                  </div>
                ),
              },
            ]}
          />
        )}
        {(chosen ?? upload.uploading ?? tab === "address") && (
          <TextField
            id="image-alt"
            label={messages.alt}
            hint={messages.altHint}
            error={problems.alt}
            ref={altInput}
            value={alt}
            maxLength={imageLimits.altLength}
            onChange={setTypedAlt}
          />
        )}
        {problems.choice && <FieldError id="image-problem">{problems.choice}</FieldError>}
        {/* So that Enter submits the form. */}
        <button type="submit" hidden>
          {messages.insert}
        </button>
      </form>
    </Dialog>
  );
}

function ChosenImage({ image, onReplace }: { image: Chosen; onReplace: () => void }) {
  const { width, height } = parseImageAddress(image.url) ?? {};
  return (
    <div className="grid gap-3">
      {/* oxlint-disable-next-line next/no-img-element -- Next's optimizer is off */}
      <img
        src={image.url}
        alt=""
        width={width}
        height={height}
        className="max-h-64 w-auto max-w-full justify-self-center border border-rule bg-[#fff] object-contain"
      />
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 text-small text-ink-3">
        <span className="min-w-0 break-words">
          {image.name && <b className="font-medium text-ink">{image.name} </b>}
          {width && height && `${width} × ${height}`}
        </span>
        <Button variant="quiet" size="sm" onClick={onReplace}>
          {messages.again}
        </Button>
      </p>
    </div>
  );
}
