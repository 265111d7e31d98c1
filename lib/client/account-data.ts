import { request } from "./fetcher";

/** Saves everything that is held about the person as a file. Throws FetchError. */
export async function downloadData(): Promise<void> {
  const response = await request("/api/user/export");
  const header = response.headers.get("content-disposition") ?? "";
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = /filename="([^"]+)"/.exec(header)?.[1] ?? "data.json";
  link.click();
  URL.revokeObjectURL(link.href);
}

/** Deletes the account; the address is the person's confirmation. Throws FetchError. */
export async function deleteAccount(email: string): Promise<void> {
  await request("/api/user/delete", { method: "POST", body: { email } });
}
