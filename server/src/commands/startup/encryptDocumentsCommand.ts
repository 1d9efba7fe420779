import { encryptDocuments } from '../../platform/backup/encryptDocuments.ts';
import { readConfig } from '../../config/config.ts';
import { CommandError } from '../../platform/commandError.ts';
import type { CommandDatabase } from './commandDatabase.ts';

/** Encrypts documents that are not encrypted, and wraps all keys with the first master key. The product may be running. */
export async function encryptDocumentsCommand({ url, storage }: CommandDatabase): Promise<void> {
  if (readConfig(process.env, { keepsSessions: false }).documentKeys === null) {
    throw new CommandError('DOCUMENT_KEYS is not set: there is no key to encrypt with.');
  }
  const { encrypted, rewrapped, unchanged, failed } = await encryptDocuments(url, storage);
  console.log(`${encrypted} documents encrypted, ${rewrapped} keys wrapped anew, ${unchanged} were as they should be.`);
  if (failed.length > 0) throw new CommandError(`These were left as they are:\n${failed.join('\n')}`);
}
