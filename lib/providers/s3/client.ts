import type { ImageStore } from "@/lib/domain/ports/images";

/** A bucket of S3, or of a service with the same API. */
export type Bucket = {
  name: string;
  region: string;
  /** For a service other than Amazon's: `https://…`. */
  endpoint: string | undefined;
  /** Both or neither: without them, the SDK uses the machine's own credentials. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined;
};

const immutable = "public, max-age=31536000, immutable";

/** How many files to delete at once. */
const atOnce = 50;

/**
 * Keeps the files of images in a bucket. The keys must be allowed to list it: otherwise S3 answers 403 for a
 * file that doesn't exist. The SDK is loaded at the first call: most processes never touch images.
 *
 * @see https://docs.aws.amazon.com/AWSJavaScriptSDK/v3/latest/client/s3/
 */
export function createS3Images(bucket: Bucket): ImageStore {
  const Bucket = bucket.name;
  let loading: ReturnType<typeof connect> | undefined;
  const load = () => (loading ??= connect(bucket));
  const keyOf = (name: string) => `images/${name}`;
  return {
    async put(name, content) {
      const { sdk, client } = await load();
      await client.send(
        new sdk.PutObjectCommand({
          Bucket,
          Key: keyOf(name),
          Body: content,
          CacheControl: immutable,
        }),
      );
    },
    async find(name) {
      const { sdk, client } = await load();
      try {
        const { Body } = await client.send(new sdk.GetObjectCommand({ Bucket, Key: keyOf(name) }));
        return (await Body?.transformToByteArray()) ?? null;
      } catch (error) {
        if (error instanceof sdk.NoSuchKey) return null;
        throw error;
      }
    },
    async has(name) {
      const { sdk, client } = await load();
      try {
        await client.send(new sdk.HeadObjectCommand({ Bucket, Key: keyOf(name) }));
        return true;
      } catch (error) {
        if (error instanceof sdk.NotFound) return false;
        throw error;
      }
    },
    async remove(names) {
      const { sdk, client } = await load();
      // One call per file: not every service can delete several at once.
      for (let start = 0; start < names.length; start += atOnce) {
        const some = names.slice(start, start + atOnce);
        const calls = some.map((name) =>
          client.send(new sdk.DeleteObjectCommand({ Bucket, Key: keyOf(name) })),
        );
        await Promise.all(calls);
      }
    },
  };
}

async function connect({ region, endpoint, credentials }: Bucket) {
  const sdk = await import("@aws-sdk/client-s3");
  const client = new sdk.S3Client({
    region,
    maxAttempts: 3,
    // Other services don't support Amazon's newer checksums.
    requestChecksumCalculation: "WHEN_REQUIRED",
    responseChecksumValidation: "WHEN_REQUIRED",
    requestHandler: { connectionTimeout: 2_000, requestTimeout: 15_000 },
    ...(endpoint === undefined ? {} : { endpoint, forcePathStyle: true }),
    ...(credentials === undefined ? {} : { credentials }),
  });
  return { sdk, client };
}
