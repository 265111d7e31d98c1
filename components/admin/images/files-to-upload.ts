/**
 * The files of a paste or drop without text. Spreadsheets and word processors also put a picture of the
 * copied text on the clipboard; the text wins.
 */
export function filesToUpload(data: DataTransfer): File[] {
  return data.getData("text/plain").trim() === "" ? [...data.files] : [];
}
