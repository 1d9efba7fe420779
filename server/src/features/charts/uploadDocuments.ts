import { otherDocumentType, uploadTexts } from '@careloop/contracts/charts/upload';
import type { uploadDocuments } from '@careloop/contracts/charts/upload';
import type { InputOf } from '@careloop/contracts/endpoint';
import { sql } from 'kysely';

import type { Actor } from '../../platform/identity/actor.ts';
import { lockUserRow } from '../../platform/identity/lockUserRow.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { maySeeReferral } from '../../core/access/referralAccess.ts';
import { publishPatientChanged } from '../../core/access/careTeam.ts';
import { record } from '../../platform/audit/record.ts';
import type { Db } from '../../platform/db/client.ts';
import { writes } from '../../platform/db/writes.ts';
import { AppError, invalidInput } from '../../platform/errors.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { checkedColumns } from './checkDocuments.ts';
import { documentNameOf } from './fileName.ts';
import { checkNewDocuments } from './jobs.ts';
import type { InspectedFile } from './inspectFile.ts';
import { otherPatient } from './namedPatient.ts';
import type { ChartRules } from './policy.ts';
import { requireWithinQuota, uploadedBytes } from './uploadQuota.ts';

type Input = InputOf<typeof uploadDocuments>;

const columnsOf = writes<
  Input,
  'patient_document',
  | 'PatientId'
  | 'PatientEncounterId'
  | 'DoNotDefaultToMostRecentEncounter'
  | 'ReferralId'
  | 'CustomDocumentType'
  | 'AllowDuplicate'
  | 'RefuseOtherPatient'
>()({
  DocumentTypeId: 'document_type_id',
  // Noon UTC falls on the same day everywhere in the United States.
  DateProvided: (day) => ({ date_provided: new Date(`${day}T12:00:00Z`) }),
  HIPAAReleaseOnFile: 'hipaa_release_on_file',
});

/**
 * Adds a document to the patient's chart for each file.
 * @throws AppError `invalid_input` if the type or encounter does not exist, `refused` for a file that is already on the chart,
 *   `too_many_requests` beyond the user's quota
 */
export async function addDocuments(
  db: Db,
  actor: Actor,
  { patientId }: Authorized<ChartRules, 'addDocuments'>,
  input: Input,
  files: readonly InspectedFile[],
  { megabytesPerDay }: { megabytesPerDay: number },
) {
  if (files.length === 0) throw invalidInput({ file: uploadTexts.fileRequired });
  const type = await findType(db, input.DocumentTypeId);
  const isOther = type.documentName === otherDocumentType;
  const shared = {
    patient_id: patientId,
    patient_encounter_id: await findEncounterId(db, patientId, input),
    referral_id: await findReferralId(db, actor, patientId, input),
    ...columnsOf(input),
    custom_document_type: isOther ? input.CustomDocumentType : null,
    uploaded_by_user_id: actor.userId,
    uploaded_on_behalf_of_user_id: actor.onBehalfOfUserId,
  };
  if (input.RefuseOtherPatient) await requireThisPatient(db, patientId, files);
  if (!input.AllowDuplicate) await requireNew(db, patientId, files);
  await lockUserRow(db, actor.userId);
  const fallbackName = shared.custom_document_type ?? type.documentName;
  const documents = [];
  for (const file of files) {
    const { uploadedBefore, ...document } = await addDocument(db, actor, shared, file, fallbackName);
    requireWithinQuota(uploadedBefore + file.content.byteCount, megabytesPerDay);
    documents.push(document);
  }
  if (files.some(({ isScanned }) => !isScanned)) await enqueue(db, checkNewDocuments, {});
  await publishPatientChanged(db, patientId);
  return { documents };
}

/** @throws AppError `refused` with the person whom one of the files names as its patient, if it is not this one */
async function requireThisPatient(db: Db, patientId: number, files: readonly InspectedFile[]): Promise<void> {
  const patient = await db
    .selectFrom('patient')
    .select([
      'first_name as firstName',
      'last_name as lastName',
      'date_of_birth as birthDate',
      'gender as sex',
      sql<string>`coalesce(name_suffix, '')`.as('suffix'),
    ])
    .where('patient_id', '=', patientId)
    .executeTakeFirstOrThrow();
  for (const { people } of files) {
    const namedPatient = otherPatient(people, patient);
    if (namedPatient === null) continue;
    const message = uploadTexts.otherPatient(namedPatient.name);
    throw new AppError('refused', { message, validationErrors: { file: message }, namedPatient });
  }
}

/** @throws AppError `refused` with the existing document that has the same bytes as one of the files */
async function requireNew(db: Db, patientId: number, files: readonly InspectedFile[]): Promise<void> {
  // Locked in sorted order, so that two calls with the same files do not deadlock.
  for (const key of files.map(({ content }) => content.key).toSorted()) {
    // A concurrent upload of the same file waits until the first one has committed.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`upload ${patientId} ${key}`}, 0))`.execute(db);
    const found = await db
      .selectFrom('patient_document as d')
      .leftJoin('user_account as u', 'u.user_id', 'd.uploaded_by_user_id')
      .select(['d.patient_document_id', 'd.document_name', 'd.created_at', 'u.first_name', 'u.last_name'])
      .where('d.patient_id', '=', patientId)
      .where('d.storage_key', '=', key)
      .where('d.is_archived', '=', false)
      .where('d.file_state', '<>', 'blocked')
      .orderBy('d.patient_document_id')
      .limit(1)
      .executeTakeFirst();
    if (found === undefined) continue;
    const message = uploadTexts.alreadyThere(found.document_name);
    throw new AppError('refused', {
      message,
      validationErrors: { file: message },
      existingDocument: {
        patientDocumentId: found.patient_document_id,
        documentName: found.document_name,
        addedAt: found.created_at.toISOString(),
        addedByName: found.last_name === null ? null : `${found.first_name} ${found.last_name}`,
      },
    });
  }
}

async function addDocument(
  db: Db,
  actor: Actor,
  shared: { patient_id: number; patient_encounter_id: number | null; document_type_id: number; date_provided: Date },
  { fileName, contentType, facts, isScanned, content }: InspectedFile,
  fallbackName: string,
) {
  const document = await db
    .insertInto('patient_document')
    .values({
      ...shared,
      document_name: documentNameOf(fileName, fallbackName),
      content_type: contentType,
      storage_key: content.key,
      byte_count: content.byteCount,
      ...checkedColumns(facts),
      ...(!isScanned && { file_state: 'checking', file_checked_at: null }),
    })
    .returning([
      'patient_document_id as patientDocumentId',
      'document_name as documentName',
      uploadedBytes(actor.userId).as('uploadedBefore'),
    ])
    .executeTakeFirstOrThrow();
  await record(db, actor, {
    action: 'document.uploaded',
    patientId: shared.patient_id,
    subjectType: 'patient_document',
    subjectId: document.patientDocumentId,
    details: {
      documentTypeId: shared.document_type_id,
      patientEncounterId: shared.patient_encounter_id,
      contentType,
      byteCount: content.byteCount,
      sha256: content.key,
    },
  });
  return document;
}

async function findType(db: Db, documentTypeId: number): Promise<{ documentName: string }> {
  const type = await db
    .selectFrom('document_type')
    .select('document_name as documentName')
    .where('document_type_id', '=', documentTypeId)
    .executeTakeFirst();
  if (type === undefined) throw invalidInput({ DocumentTypeId: uploadTexts.typeRequired });
  return type;
}

/** The named encounter, which must be the patient's, or else their latest one unless none is wanted. */
async function findEncounterId(db: Db, patientId: number, input: Input): Promise<number | null> {
  const { PatientEncounterId: named, DoNotDefaultToMostRecentEncounter: staysWithout } = input;
  if (named === undefined && staysWithout) return null;
  const found = await db
    .selectFrom('patient_encounter')
    .select('patient_encounter_id as id')
    .where('patient_id', '=', patientId)
    .where((build) =>
      named === undefined ? build('encounter_date', '<=', sql<Date>`now()`) : build('patient_encounter_id', '=', named),
    )
    .orderBy('encounter_date', 'desc')
    .orderBy('patient_encounter_id', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (found === undefined && named !== undefined) {
    throw invalidInput({ PatientEncounterId: uploadTexts.encounterUnknown });
  }
  return found?.id ?? null;
}

/** The referral a document belongs to, such as the note that answers it: one of the patient's that the actor may see. */
async function findReferralId(
  db: Db,
  actor: Actor,
  patientId: number,
  { ReferralId: named }: Input,
): Promise<number | null> {
  if (named === undefined) return null;
  const { rows } = await sql`select from referral r join patient p on p.patient_id = r.patient_id
    where r.referral_id = ${named} and r.patient_id = ${patientId} and ${maySeeReferral(actor)}`.execute(db);
  if (rows.length === 0) throw invalidInput({ ReferralId: uploadTexts.referralUnknown });
  return named;
}
