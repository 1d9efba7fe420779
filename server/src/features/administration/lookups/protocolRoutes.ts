import {
  archiveProtocol,
  getManagedProtocol,
  listDocumentTypes,
  listManagedProtocols,
  listProtocolVersions,
  managedProtocolTexts,
  protocolVersionsShown,
  saveProtocol,
} from '@careloop/contracts/administration/referralProtocols';
import type { ManagedProtocol, ProtocolVersion } from '@careloop/contracts/administration/referralProtocols';
import type { InputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import { isForClients } from '../../../core/access/sharedLookups.ts';
import type { App } from '../../../core/app.ts';
import type { Db } from '../../../platform/db/client.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import { onConstraint } from '../../../platform/db/errors.ts';
import { writes } from '../../../platform/db/writes.ts';
import { invalidInput } from '../../../platform/errors.ts';
import { route } from '../../../platform/http/route.ts';
import { found } from './found.ts';
import type { Lookup } from './lookup.ts';
import { findEntry, listEntries } from './queries.ts';
import { archiveEntry, saveEntry } from './saveEntry.ts';

type Saved = InputOf<typeof saveProtocol>;

const specialtyName = sql<string>`(select h.name from healthcare_provider_specialty h
  where h.healthcare_provider_specialty_id = s.healthcare_provider_specialty_id)`;

const protocols: Lookup<ManagedProtocol, Saved> = {
  table: 'referral_protocol',
  id: 'referral_protocol_id',
  name: 'name',
  archived: 'is_archived',
  parent: 'client_id',
  subject: 'referral-protocol',
  uniqueName: 'referral_protocol_specialty',
  taken: { healthcareProviderSpecialtyId: managedProtocolTexts.specialtyTaken },
  entry: shape<ManagedProtocol, { s: 'referral_protocol' }>({
    id: 's.referral_protocol_id',
    clientId: 's.client_id',
    name: 's.name',
    healthcareProviderSpecialtyId: 's.healthcare_provider_specialty_id',
    specialtyName,
    content: 's.content' as never,
    isArchived: 's.is_archived',
    version: 's.version',
  }),
  order: sql`search_key(s.name), s.referral_protocol_id`,
  columnsOf: writes<Saved, 'referral_protocol', 'id' | 'version' | 'clientId'>()({
    name: 'name',
    healthcareProviderSpecialtyId: 'healthcare_provider_specialty_id',
    content: (content) => ({ content: JSON.stringify(content) }),
  }),
  audited: ['name', 'healthcareProviderSpecialtyId'],
};

/** Routes for managing the referral protocols of a client. */
export function protocolRoutes(app: App): void {
  route(app, listManagedProtocols, ({ input, actor, db }) => listEntries(db, actor, protocols, input));
  route(app, getManagedProtocol, async ({ input, actor, db }) =>
    found(await findEntry(db, actor, protocols, input.id)),
  );
  route(app, listProtocolVersions, async ({ input, actor, db }) => {
    const { id } = found(await findEntry(db, actor, protocols, input.id));
    return { items: await findVersions(db, id) };
  });
  route(app, listDocumentTypes, async ({ db }) => ({ documentTypes: await findDocumentTypes(db) }));
  route(app, saveProtocol, async ({ input, actor, db }) => {
    const saved = await onConstraint(saveEntry(db, actor, protocols, input), {
      referral_protocol_healthcare_provider_specialty_id_fkey: unknownSpecialty,
    });
    await refuseUnknown(db, input);
    return saved;
  });
  route(app, archiveProtocol, ({ input, actor, db }) => archiveEntry(db, actor, protocols, input));
}

const unknownSpecialty = () => invalidInput({ healthcareProviderSpecialtyId: managedProtocolTexts.specialtyUnknown });

/** @throws AppError `invalid_input` for a specialty that the client is not offered, or an unknown document type */
async function refuseUnknown(db: Db, { clientId, healthcareProviderSpecialtyId, content }: Saved): Promise<void> {
  const typeIds = [...new Set(content.documents.flatMap(({ documentTypeIds }) => documentTypeIds))];
  const { rows } = await sql<{ is_offered: boolean; types: number }>`select
    exists (select from healthcare_provider_specialty s where not s.is_archived
      and s.healthcare_provider_specialty_id = ${healthcareProviderSpecialtyId}
      and ${isForClients([clientId], 's.client_id')}) as is_offered,
    (select count(*)::int from document_type t where t.document_type_id = any(${typeIds}::bigint[])) as types`.execute(
    db,
  );
  if (rows[0]?.is_offered !== true) throw unknownSpecialty();
  if (rows[0].types !== typeIds.length) throw invalidInput({ content: managedProtocolTexts.unknownTypes });
}

const versionRow = shape<ProtocolVersion, { s: 'referral_protocol_version'; u?: 'user_account' }>({
  version: 's.version',
  name: 's.name',
  specialtyName,
  content: 's.content' as never,
  isArchived: 's.is_archived',
  savedByName: sql`u.first_name || ' ' || u.last_name`,
  savedAt: iso('s.saved_at'),
});

async function findVersions(db: Db, id: number): Promise<ProtocolVersion[]> {
  const { rows } = await versionRow.from`referral_protocol_version s
    left join user_account u on u.user_id = s.saved_by_user_id
    where s.referral_protocol_id = ${id} order by s.version desc limit ${protocolVersionsShown}`.execute(db);
  return rows;
}

function findDocumentTypes(db: Db) {
  return db
    .selectFrom('document_type')
    .select(['document_type_id as documentTypeId', 'document_name as documentName'])
    .orderBy('is_primary', 'desc')
    .orderBy('document_name')
    .execute();
}
