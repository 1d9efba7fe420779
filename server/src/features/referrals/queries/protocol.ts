import type { AskedDocument, AskedProtocol, ProtocolContent } from '@careloop/contracts/referrals/protocols';
import { protocolLimits } from '@careloop/contracts/referrals/protocols';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../../../platform/db/client.ts';
import { iso, shape } from '../../../platform/db/shape.ts';

interface AskedOf {
  clientId: number;
  patientId: number;
  /** Or of the provider, if one is given. */
  specialtyId?: number | null | undefined;
  healthcareProviderId?: number | null | undefined;
  /** Only these documents; if left out, all that are on file. */
  documentIds?: readonly number[];
}

type OnFile = AskedDocument['onFile'];

interface Found extends Pick<AskedProtocol, 'referralProtocolId' | 'version' | 'name' | 'specialtyName'> {
  content: ProtocolContent;
  /** For each document asked for, in their order. */
  onFile: OnFile[];
}

const document = shape<OnFile[number], { d: 'patient_document' }>({
  patientDocumentId: 'd.patient_document_id',
  documentName: 'd.document_name',
  dateProvided: iso('d.date_provided'),
});

/** The patient's documents that are what `asked.item` asks for, latest first; as in the suggestions, no restricted ones. */
function documentsFor({ patientId, documentIds }: AskedOf): RawBuilder<OnFile> {
  const isAmong =
    documentIds === undefined ? sql`` : sql`and d.patient_document_id = any(${[...documentIds]}::bigint[])`;
  return document.jsonArray({
    from: sql`(select d.* from patient_document d where d.patient_id = ${patientId} ${isAmong}
      and not d.is_archived and d.restriction is null and d.is_superseded is not true and d.file_state <> 'blocked'
      and asked.item -> 'documentTypeIds' @> to_jsonb(d.document_type_id)
      and (asked.item ->> 'nameContains' is null
        or strpos(lower(d.document_name), lower(asked.item ->> 'nameContains')) > 0)
      and (asked.item ->> 'withinMonths' is null
        or d.date_provided > now() - make_interval(months => (asked.item ->> 'withinMonths')::int))
      order by d.date_provided desc nulls last, d.patient_document_id desc
      limit ${sql.lit(protocolLimits.onFile)}) d`,
    orderBy: sql`d.date_provided desc nulls last, d.patient_document_id desc`,
  });
}

function specialtyOf({ specialtyId, healthcareProviderId }: AskedOf): RawBuilder<number | null> {
  return healthcareProviderId
    ? sql`(select p.healthcare_provider_specialty_id from healthcare_provider p
        where p.healthcare_provider_id = ${healthcareProviderId})`
    : sql`${specialtyId ?? null}::bigint`;
}

/** What the client asks for in referrals to a specialty, with what the patient's chart has of it. One statement. */
export async function findAskedProtocol(db: Db, wanted: AskedOf): Promise<AskedProtocol | null> {
  const found = shape<Found, { rp: 'referral_protocol'; s: 'healthcare_provider_specialty' }>({
    referralProtocolId: 'rp.referral_protocol_id',
    version: 'rp.version',
    name: 'rp.name',
    specialtyName: 's.name',
    content: 'rp.content' as never,
    onFile: sql`(select coalesce(json_agg(${documentsFor(wanted)} order by asked.position), '[]')
      from jsonb_array_elements(rp.content -> 'documents') with ordinality as asked (item, position))`,
  });
  const { rows } = await found.from`referral_protocol rp
    join healthcare_provider_specialty s on s.healthcare_provider_specialty_id = rp.healthcare_provider_specialty_id
    where rp.client_id = ${wanted.clientId} and rp.healthcare_provider_specialty_id = ${specialtyOf(wanted)}
      and not rp.is_archived`.execute(db);
  if (rows[0] === undefined) return null;
  const { content, onFile, ...protocol } = rows[0];
  const documents = content.documents.map((asked, index) => ({ ...asked, onFile: onFile[index] ?? [] }));
  return { ...protocol, ...content, documents };
}
