import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';

import type { S3Client } from '@aws-sdk/client-s3';

import type { Blobs } from './blobs.ts';
import { StorageError } from './errors.ts';
import type { S3Config } from '../../config/vendorSettings.ts';

/**
 * Larger files are uploaded in parts of this size, two at a time. Parts are sent from memory, so that the SDK can retry them
 * when a connection breaks.
 */
const partBytes = 8 * 1024 * 1024;

/** Loaded only if a bucket is configured, because it is large. */
const loadSdk = async () => ({ ...(await import('@aws-sdk/client-s3')), ...(await import('@aws-sdk/lib-storage')) });
type Sdk = Awaited<ReturnType<typeof loadSdk>>;

/** Files in a bucket of any S3-compatible service. */
export function s3Blobs(config: S3Config): Blobs {
  const { bucket, prefix } = config;
  let connected: Promise<{ sdk: Sdk; client: S3Client }> | undefined;
  const connect = () => (connected ??= loadSdk().then((sdk) => ({ sdk, client: clientOf(sdk, config) })));
  const place = (name: string) => ({ Bucket: bucket, Key: `${prefix}${name.slice(0, 2)}/${name}` });
  return {
    pathOf: () => null,
    async open(name) {
      const { sdk, client } = await connect();
      const found = await client.send(new sdk.GetObjectCommand(place(name))).catch(nullIfMissing);
      return found === null ? null : (found.Body as Readable);
    },
    async sizeOf(name) {
      const { sdk, client } = await connect();
      const found = await client.send(new sdk.HeadObjectCommand(place(name))).catch(nullIfMissing);
      return found?.ContentLength ?? null;
    },
    async keep(name, path) {
      const { sdk, client } = await connect();
      const { size } = await stat(path);
      if (size <= partBytes) {
        const Body = await readFile(path);
        await client.send(new sdk.PutObjectCommand({ ...place(name), Body, ContentLength: size })).catch(unavailable);
        return;
      }
      const params = { ...place(name), Body: createReadStream(path) };
      // A failed upload removes its uploaded parts.
      await new sdk.Upload({ client, params, partSize: partBytes, queueSize: 2 }).done().catch(unavailable);
    },
    async remove(name) {
      const { sdk, client } = await connect();
      await client.send(new sdk.DeleteObjectCommand(place(name))).catch(unavailable);
    },
    async *list(start) {
      const { sdk, client } = await connect();
      const begins = start.length < 2 ? start : `${start.slice(0, 2)}/${start}`;
      const asked = { Bucket: bucket, Prefix: `${prefix}${begins}` };
      let next: string | undefined;
      do {
        const page = await client
          .send(new sdk.ListObjectsV2Command({ ...asked, ...(next !== undefined && { ContinuationToken: next }) }))
          .catch(unavailable);
        for (const { Key = '', Size: byteCount = 0, LastModified: storedAt } of page.Contents ?? []) {
          const name = Key.slice(Key.lastIndexOf('/') + 1);
          if (storedAt !== undefined && place(name).Key === Key) yield { name, byteCount, storedAt };
        }
        next = page.NextContinuationToken;
      } while (next !== undefined);
    },
    async move(name, to) {
      const { sdk, client } = await connect();
      const source = place(name);
      const CopySource = [bucket, ...source.Key.split('/')].map(encodeURIComponent).join('/');
      await client.send(new sdk.CopyObjectCommand({ ...place(to), CopySource })).catch(unavailable);
      await client.send(new sdk.DeleteObjectCommand(source)).catch(unavailable);
    },
  };
}

function clientOf(sdk: Sdk, { region, endpoint, credentials }: S3Config): S3Client {
  return new sdk.S3Client({
    region,
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    ...(credentials !== undefined && { credentials }),
    // Not every service supports the SDK's checksums, and every document is checked by its digest anyway.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 3_000, socketTimeout: 30_000 },
  });
}

function nullIfMissing(error: unknown): null {
  if (error instanceof Error && ['NoSuchKey', 'NotFound'].includes(error.name)) return null;
  return unavailable(error);
}

/** The service could not be reached or refused, for example because of wrong credentials or a missing bucket. */
function unavailable(cause: unknown): never {
  throw new StorageError('unavailable', 'The storage of documents does not answer', { cause });
}
