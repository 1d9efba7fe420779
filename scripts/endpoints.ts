import path from 'node:path';

import { isEndpoint, type Endpoint } from '../contracts/src/endpoint.ts';

import type { RepositoryFile } from './repositoryFiles.ts';

/** An endpoint, under the name of its export. */
export interface NamedEndpoint extends Endpoint {
  readonly name: string;
  /** Its folder or file in `contracts/src/`. */
  readonly domain: string | undefined;
}

/** Every endpoint that the contracts declare. */
export async function findEndpoints(files: readonly RepositoryFile[]): Promise<NamedEndpoint[]> {
  const contracts = files.filter(({ name }) => /^contracts\/src\/(?!.*\.test\.)/.test(name));
  const modules = contracts.map(async ({ name }) => {
    const module = (await import(path.join(import.meta.dirname, '..', name))) as Record<string, unknown>;
    const domain = /^contracts\/src\/([\w-]+)/.exec(name)?.[1];
    return Object.entries(module).flatMap(([exported, value]) =>
      isEndpoint(value) ? [{ name: exported, domain, ...value }] : [],
    );
  });
  return (await Promise.all(modules)).flat();
}
