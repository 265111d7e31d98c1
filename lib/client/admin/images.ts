import { infiniteQueryOptions } from "@tanstack/react-query";
import {
  clearedImagesSchema,
  imageEndpoints,
  imagePageSize,
  imageSchema,
  type ImageView,
} from "@/lib/contracts/admin/images";
import { adminJson, adminRequest, withLogin } from "../admin";
import { sendFile } from "../fetcher";

/** First part of the query keys that go stale when an image changes. */
export const imagesKey = "images";

/** Which images are listed. */
export type ImageFilter = { search: string; use: "all" | "unused" };

/** Pages of images, newest first. */
export function images({ search, use }: ImageFilter) {
  return infiniteQueryOptions({
    queryKey: [imagesKey, search, use],
    queryFn: async ({ pageParam, signal }) => {
      const query = new URLSearchParams({ use });
      if (search) query.set("q", search);
      if (pageParam !== null) query.set("before", String(pageParam));
      const url = `${imageEndpoints.list}?${query.toString()}`;
      const response = await adminRequest(url, { signal });
      const page = imageSchema.array().parse(await response.json());
      return { images: page, totalCount: Number(response.headers.get("x-total-count")) };
    },
    initialPageParam: null as number | null,
    getNextPageParam: ({ images: page }) =>
      page.length < imagePageSize ? null : (page.at(-1)?.id ?? null),
    staleTime: 0,
  });
}

/**
 * Uploads a file.
 *
 * @param onProgress gets the bytes sent so far
 * @returns the image, and whether this file hadn't been uploaded before
 * @throws FetchError, 400 `image_invalid`; AbortError
 */
export async function uploadImage(
  file: File,
  options: { onProgress: (sentBytes: number) => void; signal: AbortSignal },
): Promise<{ image: ImageView; isNew: boolean }> {
  const url = `${imageEndpoints.list}?${new URLSearchParams({ name: file.name }).toString()}`;
  const { status, body } = await withLogin(() => sendFile(url, file, options));
  return { image: imageSchema.parse(body), isNew: status === 201 };
}

/** Changes the default alt text, and keeps the image for the next few days. Throws FetchError. */
export function updateImageAlt({ id, alt }: { id: number; alt: string }): Promise<ImageView> {
  return adminJson(imageEndpoints.one(id), imageSchema, { method: "PUT", body: { alt } });
}

/** Throws FetchError, 409 `image_used`. */
export async function deleteImage(id: number): Promise<void> {
  await adminRequest(imageEndpoints.one(id), { method: "DELETE" });
}

/** Deletes unused images. Throws FetchError. */
export async function clearUnusedImages(): Promise<number> {
  const options = { method: "DELETE" } as const;
  return (await adminJson(imageEndpoints.list, clearedImagesSchema, options)).deleted;
}
