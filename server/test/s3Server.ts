import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import S3rver from 's3rver';
import type { S3Config } from '../src/config/vendorSettings.ts';

/** Starts a local S3-compatible service with one bucket. */
export async function startS3Server() {
  const directory = await mkdtemp(join(tmpdir(), 'careloop-s3-'));
  const bucket = 'charts';
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: bucket }],
  });
  const { port } = await server.run();
  const config: S3Config = {
    bucket,
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${port}`,
    prefix: 'careloop/',
    credentials: { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' },
  };
  return {
    config,
    /** Files with the objects' bytes. */
    async files() {
      const entries = await readdir(directory, { recursive: true, withFileTypes: true });
      const files = entries.filter((entry) => entry.isFile() && entry.name.endsWith('_object'));
      return files.map(({ parentPath, name }) => join(parentPath, name));
    },
    read: (path: string) => readFile(path),
    async stop() {
      await server.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}
