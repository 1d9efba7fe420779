import type { PatientDocument } from '@careloop/contracts/charts';
import { voidReferralStatuses } from '@careloop/contracts/codes';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../access/actor.ts';
import { maySeePatient } from '../../access/patientAccess.ts';
import type { Db } from '../../db/client.ts';
import { literals } from '../../db/literals.ts';
import { iso, shape } from '../../db/shape.ts';

/** What `documentTables` join. */
interface DocumentTables {
  d: 'patient_document';
  t: 'document_type';
  e?: 'patient_encounter';
  f?: 'facility';
}

export const patientDocument = shape<PatientDocument, DocumentTables>({
  patientDocumentId: 'd.patient_document_id',
  documentTypeName: sql`coalesce(d.custom_document_type, t.document_name)`,
  documentName: 'd.document_name',
  isSuperseded: sql`coalesce(d.is_superseded, false)`,
  dateProvided: iso('d.date_provided'),
  authorName: 'd.author_name',
  uploadedByName: sql`(select u.first_name || ' ' || u.last_name from user_account u where u.user_id = d.uploaded_by_user_id)`,
  contentType: 'd.content_type',
  documentPageCount: sql`coalesce(d.document_page_count, 1)`,
  patientEncounterId: 'd.patient_encounter_id',
  encounterDate: iso('e.encounter_date'),
  dischargeDate: iso('e.discharge_date'),
  encounterType: 'e.encounter_type',
  facilityName: sql`coalesce(f.name, e.facility_name)`,
  accountNumber: 'e.account_number',
});

export const documentTables = sql`patient_document d
  join document_type t on t.document_type_id = d.document_type_id
  left join patient_encounter e on e.patient_encounter_id = d.patient_encounter_id
  left join facility f on f.facility_id = e.facility_id`;

/** A patient's documents, newest first. The caller has checked the patient. */
export async function findDocuments(db: Db, patientId: number, showArchived: boolean): Promise<PatientDocument[]> {
  const { rows } = await patientDocument.from`${documentTables}
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
      and r.referred_to_user_id = any(${actor.userIds}::bigint[]) and r.status not in (${literals(voidReferralStatuses)})))`;
}

export interface StoredDocument extends PatientDocument {
  patientId: number;
  storageKey: string;
  byteCount: number;
}

const storedDocument = shape<StoredDocument, DocumentTables>({
  ...patientDocument.columns,
  patientId: 'd.patient_id',
  storageKey: 'd.storage_key',
  byteCount: 'd.byte_count',
});

/** One document with where its bytes are; undefined when the actor may not open it. */
export async function findDocument(
  db: Db,
  actor: Actor,
  document: { patientDocumentId: number; referralId?: number | undefined },
): Promise<StoredDocument | undefined> {
  const { rows } = await storedDocument.from`${documentTables}
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
