import { useEffect, useEffectEvent, useState } from "react";
import { ActionError } from "@/components/feedback/action-error";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Input } from "@/components/ui/input";
import { Tabs } from "@/components/ui/tabs";
import { updateImageAlt } from "@/lib/client/admin/images";
import type { ImageView } from "@/lib/contracts/admin/images";
import { parseImageAddress } from "@/lib/contracts/image-address";
import { imageLimits } from "@/lib/contracts/limits";
import { safeUrl } from "@/lib/markdown/url-policy";
import { editorMessages } from "@/lib/messages/admin";
import { imageDialogMessages as messages } from "@/lib/messages/admin/images";
import { FileDrop } from "./file-drop";
import { ImageLibrary } from "./image-library";
import { useUpload } from "./use-upload";

/** An image in a text, as Markdown says it: `title` may be its size, such as 640x360. */
export type TextImage = { src: string; altText: string; title: string };

/** Of an uploaded image, what the dialog shows. */
type Chosen = Pick<ImageView, "url"> & Partial<ImageView>;

const tabs = ["upload", "library", "address"] as const;

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
  const [tab, setTab] = useState<(typeof tabs)[number]>(
    image && !isUploaded ? "address" : "upload",
  );
  const [alt, setAlt] = useState(image?.altText ?? "");
  const [src, setSrc] = useState(isUploaded ? "" : (image?.src ?? ""));
  const [title, setTitle] = useState(isUploaded ? "" : (image?.title ?? ""));
  const [problems, setProblems] = useState<Problems>({});
  const choose = (next: ImageView) => {
    setChosen(next);
    setProblems({});
    if (alt.trim() === "") setAlt(next.alt);
  };
  const upload = useUpload(choose);
  const uploadFirst = useEffectEvent(() => file && upload.start(file));
  useEffect(() => {
    uploadFirst();
  }, []);

  const submit = () => {
    if (chosen) {
      const altText = alt.trim();
      if (altText === "") return setProblems({ alt: messages.altMissing });
      // The next text that shows it starts with this one. It's only a suggestion.
      if (chosen.id !== undefined && !chosen.alt) {
        updateImageAlt({ id: chosen.id, alt: altText }).catch(() => undefined);
      }
      return onUse({ src: chosen.url, altText, title: "" });
    }
    if (tab !== "address") {
      const choice = upload.uploading ? messages.stillUploading : messages.nothingChosen;
      return setProblems({ choice });
    }
    const url = safeUrl(src, "image");
    if (url === null) return setProblems({ url: messages.urlInvalid });
    return onUse({ src: url, altText: alt, title });
  };

  const altField = (
    <Field id="image-alt" label={messages.alt} hint={messages.altHint} error={problems.alt}>
      {(control) => (
        <Input
          {...control}
          value={alt}
          maxLength={imageLimits.altLength}
          onChange={({ target }) => setAlt(target.value)}
        />
      )}
    </Field>
  );
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
          <>
            <ChosenImage image={chosen} onReplace={() => setChosen(null)} />
            {altField}
          </>
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
                  <div className="grid gap-5">
                    <FileDrop
                      onFile={upload.start}
                      uploading={upload.uploading}
                      problem={upload.problem}
                    />
                    {tab === "upload" && upload.uploading && altField}
                  </div>
                ),
              },
              {
                value: "library",
                label: messages.library,
                content: tab === "library" && <ImageLibrary onChoose={choose} />,
              },
              {
                value: "address",
                label: messages.address,
                content: (
                  <div className="grid gap-5">
                    <Field id="image-url" label={messages.url} error={problems.url}>
                      {(control) => (
                        <Input
                          {...control}
                          inputMode="url"
                          value={src}
                          onChange={({ target }) => setSrc(target.value)}
                        />
                      )}
                    </Field>
                    {tab === "address" && altField}
                    <Field id="image-size" label={messages.size} hint={messages.sizeHint}>
                      {(control) => (
                        <Input
                          {...control}
                          value={title}
                          onChange={({ target }) => setTitle(target.value)}
                        />
                      )}
                    </Field>
                  </div>
                ),
              },
            ]}
          />
        )}
        <ActionError>{problems.choice}</ActionError>
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
