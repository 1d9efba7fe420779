import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';

import type { SiteDocumentType } from '@careloop/contracts/codes';
import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';

const shippedFolder = path.join(import.meta.dirname, '..', '..', '..', 'site-documents');

const folders: Record<SiteDocumentType, string> = {
  release_note: 'release-notes',
  privacy_policy: 'privacy-policy',
  terms_of_use: 'terms-of-use',
};

interface ShippedDocument {
  document_type: SiteDocumentType;
  version_name: string;
  release_date: string;
  document_text: string;
}

/**
 * Loads the documents shipped with the product into the database: missing ones, and those whose file has changed, unless they
 * were edited here. Repeating it changes nothing.
 */
export async function loadShippedDocuments(db: Db): Promise<void> {
  const shipped = await readShippedDocuments();
  const column = (key: keyof ShippedDocument) => shipped.map((document) => document[key]);
  await sql`
    insert into site_document as d (document_type, version_name, release_date, document_text)
    select * from unnest(${column('document_type')}::text[], ${column('version_name')}::text[],
      ${column('release_date')}::date[], ${column('document_text')}::text[])
    on conflict on constraint site_document_version_once do update
    set release_date = excluded.release_date, document_text = excluded.document_text,
      updated_at = now(), version = d.version + 1
    where d.updated_by_user_id is null
      and (d.release_date, d.document_text) is distinct from (excluded.release_date, excluded.document_text)`.execute(
    db,
  );
}

/** In order of release. */
export async function readShippedDocuments(): Promise<ShippedDocument[]> {
  const types = Object.entries(folders) as [SiteDocumentType, string][];
  const documents = await Promise.all(types.map(([type, folder]) => readFolder(type, folder)));
  return documents.flat().toSorted((a, b) => a.release_date.localeCompare(b.release_date));
}

async function readFolder(type: SiteDocumentType, folder: string): Promise<ShippedDocument[]> {
  const files = await readdir(path.join(shippedFolder, folder));
  return await Promise.all(
    files.map(async (file) => {
      const text = (await readFile(path.join(shippedFolder, folder, file), 'utf8')).replaceAll('\r\n', '\n');
      return { document_type: type, version_name: path.basename(file, '.md'), ...splitHead(text, file) };
    }),
  );
}

/** Splits off the header line, such as `Released: 2025-05-05`. */
function splitHead(text: string, file: string): Pick<ShippedDocument, 'release_date' | 'document_text'> {
  const match = /^Released: (\d{4}-\d{2}-\d{2})\n\n([^]+)$/.exec(text);
  if (match === null) throw new Error(`The site document ${file} does not start with its release date`);
  return { release_date: match[1] ?? '', document_text: (match[2] ?? '').trim() };
}
