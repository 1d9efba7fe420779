import type { PatientDocument } from '@careloop/contracts/charts';
import { otherDocumentType } from '@careloop/contracts/charts/upload';
import type { DocumentInfo, FileProblem, FileState } from '@careloop/contracts/charts/viewer';
import type { DocumentFormat } from '@careloop/contracts/codes';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { maySeeConsultation } from '../../../core/access/consultationAccess.ts';
import { maySeePatient } from '../../../core/access/patientAccess.ts';
import { maySeeReferral } from '../../../core/access/referralAccess.ts';
import { userName } from '../../../platform/identity/userName.ts';
import type { Db } from '../../../platform/db/client.ts';
import { isoTimestamp } from '../../../platform/db/isoTimestamp.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import { formatOf } from '../documentFormats.ts';

/** The tables joined by `documentTables`. */
export interface DocumentTables {
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
  isArchived: 'd.is_archived',
  restriction: 'd.restriction',
  dateProvided: iso('d.date_provided'),
  authorName: 'd.author_name',
  uploadedByName: userName('d.uploaded_by_user_id'),
  contentType: 'd.content_type',
  documentPageCount: 'd.document_page_count',
  patientEncounterId: 'd.patient_encounter_id',
  encounterDate: iso('e.encounter_date'),
  dischargeDate: iso('e.discharge_date'),
  encounterTimeZone: 'e.time_zone',
  encounterType: 'e.encounter_type',
  facilityName: sql`coalesce(f.name, e.facility_name)`,
  accountNumber: 'e.account_number',
  referralId: 'd.referral_id',
});

export const documentTables = sql`patient_document d
  join document_type t on t.document_type_id = d.document_type_id
  left join patient_encounter e on e.patient_encounter_id = d.patient_encounter_id
  left join facility f on f.facility_id = e.facility_id`;

/** A patient's documents, newest first. The caller has checked access to the patient. */
export async function findDocuments(db: Db, patientId: number, showArchived: boolean): Promise<PatientDocument[]> {
  const { rows } = await patientDocument.from`${documentTables}
    where d.patient_id = ${patientId} and (${showArchived} or not d.is_archived)
    order by d.date_provided desc, d.patient_document_id`.execute(db);
  return rows;
}

/**
 * Whether the actor may open a document `d`: if they may see its patient, or the referral or consultation it was sent with
 * (`sc`). A receiver who declined can still open what was sent.
 */
function mayOpenDocument(actor: Actor): RawBuilder<boolean> {
  return sql<boolean>`exists (select from patient p where p.patient_id = d.patient_id and (${maySeePatient(actor)}
    or exists (select from referral r where r.referral_id = sc.referral_id and ${maySeeReferral(actor)})
    or exists (select from consultation cr where cr.consultation_id = sc.consultation_id and ${maySeeConsultation(actor)})))`;
}

/** A document with its file. */
export interface StoredDocument extends PatientDocument {
  patientId: number;
  storageKey: string;
  byteCount: number;
  /** Null if the file has not been checked yet or cannot be shown. */
  format: DocumentFormat | null;
  pageSizes: [number, number][] | null;
  hasText: boolean;
  fileState: FileState;
  blockReason: string | null;
  fileProblem: FileProblem | null;
  archive: DocumentInfo['archive'];
}

/**
 * A value that describes the document's current file, unless a different file was sent: an import may have replaced it since.
 */
function ofFile(value: RawBuilder<unknown>, otherwise = sql`null`): RawBuilder<never> {
  return sql<never>`case when sc.storage_key <> d.storage_key then ${otherwise} else ${value} end`;
}

const archive = shape<NonNullable<DocumentInfo['archive']>, Pick<DocumentTables, 'd'>>({
  archivedAt: isoTimestamp('d.archived_at'),
  archivedByName: userName('d.archived_by_user_id'),
  reason: sql`d.archive_reason`,
});

/** If opened as part of a referral, the document as it was sent. */
const storedDocument = shape<StoredDocument, DocumentTables & { sc?: 'sent_chart' }>({
  ...patientDocument.columns,
  documentName: sql`coalesce(sc.chart_name, d.document_name)`,
  documentTypeName: sql`coalesce(sc.chart_type_name, d.custom_document_type, t.document_name)`,
  dateProvided: sql`to_char(coalesce(sc.chart_date, d.date_provided) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`,
  contentType: sql`coalesce(sc.content_type, d.content_type)`,
  documentPageCount: sql`coalesce(sc.page_count, d.document_page_count)`,
  patientId: 'd.patient_id',
  storageKey: sql`coalesce(sc.storage_key, d.storage_key)`,
  byteCount: sql`coalesce(sc.byte_count, d.byte_count)`,
  format: ofFile(sql`d.format`),
  pageSizes: ofFile(sql`d.page_sizes`),
  hasText: ofFile(sql`coalesce(d.has_text, false)`, sql`false`),
  fileState: ofFile(sql`d.file_state`, sql`'clear'`),
  blockReason: ofFile(sql`d.block_reason`),
  fileProblem: ofFile(sql`d.file_problem`),
  // The reason may name another patient, so readers of what was sent do not see it.
  archive: sql`case when d.archived_at is not null and sc.sent_chart_id is null then ${archive.json} end`,
});

/** One document with its storage key; undefined if the actor may not open it. */
export async function findDocument(
  db: Db,
  actor: Actor,
  document: {
    patientDocumentId: number;
    referralId?: number | undefined;
    careCoordinatorRequestId?: number | undefined;
  },
): Promise<StoredDocument | undefined> {
  const { referralId = null, careCoordinatorRequestId = null } = document;
  const { rows } = await storedDocument.from`${documentTables}
    left join sent_chart sc on sc.patient_document_id = d.patient_document_id 
      and (sc.referral_id = ${referralId} or sc.consultation_id = ${careCoordinatorRequestId})
    where d.patient_document_id = ${document.patientDocumentId} and ${mayOpenDocument(actor)}`.execute(db);
  const found = rows[0];
  // A text stored before checks existed can be read at once; the job determines its other formats.
  return found && { ...found, format: found.format ?? formatOf(found.contentType, new Uint8Array()) };
}

/** The patient of a denied document, for the audit; undefined if it does not exist. */
export async function findPatientOfDocument(db: Db, patientDocumentId: number): Promise<number | undefined> {
  const row = await db
    .selectFrom('patient_document')
    .select('patient_id')
    .where('patient_document_id', '=', patientDocumentId)
    .executeTakeFirst();
  return row?.patient_id;
}

/** The document types offered for selection. */
export function findPrimaryDocumentTypes(db: Db) {
  return db
    .selectFrom('document_type')
    .select(['document_type_id as documentTypeId', 'document_name as documentName'])
    .where('is_primary', '=', true)
    .orderBy(sql`document_name = ${otherDocumentType}`)
    .orderBy('document_name')
    .execute();
}
