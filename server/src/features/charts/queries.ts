import type { PatientDocument } from '@careloop/contracts/charts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import { maySeePatient } from '../../access/patientAccess.ts';
import type { Db } from '../../db/client.ts';
import { isoTimestamp } from '../../db/isoTimestamp.ts';

/** A document's columns as the contract names them, over `patient_document d` with its encounter `e` and `t`, `f`. */
export const documentColumns = sql`
  d.patient_document_id as "patientDocumentId", coalesce(d.custom_document_type, t.document_name) as "documentTypeName", d.document_name as "documentName",
  ${isoTimestamp('d.date_provided')} as "dateProvided", d.author_name as "authorName",
  (select u.first_name || ' ' || u.last_name from user_account u where u.user_id = d.uploaded_by_user_id) as "uploadedByName",
  d.content_type as "contentType",
  coalesce(d.document_page_count, 1) as "documentPageCount", d.patient_encounter_id as "patientEncounterId",
  ${isoTimestamp('e.encounter_date')} as "encounterDate", ${isoTimestamp('e.discharge_date')} as "dischargeDate",
  e.encounter_type as "encounterType", coalesce(f.name, e.facility_name) as "facilityName",
  e.account_number as "accountNumber"`;

export const documentTables = sql`patient_document d
  join document_type t on t.document_type_id = d.document_type_id
  left join patient_encounter e on e.patient_encounter_id = d.patient_encounter_id
  left join facility f on f.facility_id = e.facility_id`;

/** A patient's documents, newest first. The caller has checked the patient. */
export async function findDocuments(db: Db, patientId: number, showArchived: boolean): Promise<PatientDocument[]> {
  const { rows } = await sql<PatientDocument>`
    select ${documentColumns} from ${documentTables}
    where d.patient_id = ${patientId} and (${showArchived} or not d.is_archived)
    order by d.date_provided desc, d.patient_document_id`.execute(db);
  return rows;
}

/**
 * Who may open a document `d`: those who may see its patient, and, through a referral that it is attached to, the
 * receiver of that referral for as long as it was not declined or taken back.
 */
function mayOpenDocument(actor: Actor, referralId: number | undefined): RawBuilder<boolean> {
  const ofPatient = sql<boolean>`exists (select from patient p where p.patient_id = d.patient_id and ${maySeePatient(actor)})`;
  if (referralId === undefined) return ofPatient;
  return sql<boolean>`(${ofPatient} or exists (
    select from referral_document rd join referral r on r.referral_id = rd.referral_id
    where rd.patient_document_id = d.patient_document_id and r.referral_id = ${referralId}
      and r.referred_to_user_id = any(${actor.userIds}::bigint[]) and r.status not in ('declined', 'cancelled')))`;
}

export interface StoredDocument extends PatientDocument {
  patientId: number;
  storageKey: string;
  byteCount: number;
}

/** One document with where its bytes are; undefined when the actor may not open it. */
export async function findDocument(
  db: Db,
  actor: Actor,
  document: { patientDocumentId: number; referralId?: number | undefined },
): Promise<StoredDocument | undefined> {
  const { rows } = await sql<StoredDocument>`
    select ${documentColumns}, d.patient_id as "patientId", d.storage_key as "storageKey",
      d.byte_count as "byteCount" from ${documentTables}
    where d.patient_document_id = ${document.patientDocumentId} and ${mayOpenDocument(actor, document.referralId)}`.execute(
    db,
  );
  return rows[0];
}

/** Every type a document can have: the usual ones first. */
export function findDocumentTypes(db: Db) {
  return db
    .selectFrom('document_type')
    .select(['document_type_id as documentTypeId', 'document_name as documentName'])
    .orderBy('is_primary', 'desc')
    .orderBy('document_name')
    .execute();
}
