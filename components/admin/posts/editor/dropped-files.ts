/**
 * The files of a paste or a drop that is about nothing else. Spreadsheets and word processors put a
 * picture of a text next to it; then the text counts.
 */
export function filesToUpload(data: DataTransfer): File[] {
  return data.getData("text/plain").trim() === "" ? [...data.files] : [];
}
