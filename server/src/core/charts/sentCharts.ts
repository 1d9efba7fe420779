import { chartAssociationType } from '@careloop/contracts/codes';
import { chartKeyOf, selectionTexts } from '@careloop/contracts/charts/selection';
import type { ChartSelection } from '@careloop/contracts/charts/selection';
import type { SentChart } from '@careloop/contracts/charts/sent';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { invalidInput } from '../../platform/errors.ts';
import type { AppError } from '../../platform/errors.ts';
import { codeOf } from '../../platform/db/codeOf.ts';
import type { InSql } from '../../platform/db/fixedStatement.ts';
import { iso, shape } from '../../platform/db/shape.ts';
import { digestOf, renderChart } from './generated/renderChart.ts';
import type { GeneratedSelection } from './generated/renderChart.ts';

const association = chartAssociationType.table;

const sentChart = shape<SentChart, { sc: 'sent_chart' }>({
  sentChartId: 'sc.sent_chart_id',
  associationType: codeOf('sc.association_type', chartAssociationType.table),
  patientDocumentId: 'sc.patient_document_id',
  patientAppointmentId: 'sc.patient_appointment_id',
  referralId: 'sc.subject_referral_id',
  chartName: 'sc.chart_name',
  chartTypeName: 'sc.chart_type_name',
  chartDate: iso('sc.chart_date'),
  pageCount: sql`coalesce(sc.page_count, 1)`,
  dateSent: iso('sc.date_sent'),
  sha256: 'sc.sha256',
});

const generatedContentType = 'text/html; charset=utf-8';

const isDocument = (chart: ChartSelection) => chart.associationType === association.document;

/** Whether a selection names another patient than the one of the request. */
export const isOfOther = (chart: ChartSelection, patientId: number): boolean =>
  'patientId' in chart && chart.patientId !== undefined && chart.patientId !== patientId;

/**
 * Sends charts of a patient with a referral, a consultation or a delivery, with their current content: a document by the
 * digest of its bytes, any other chart rendered and stored.
 * @throws AppError `invalid_input` for a chart that is not the patient's or is archived
 */
export async function sendCharts(
  db: Db,
  { patientId, ...request }: SentRequest & { patientId: number },
  selections: readonly ChartSelection[],
): Promise<void> {
  const documentIds = new Set(
    selections.flatMap((chart) => ('patientDocumentId' in chart ? [chart.patientDocumentId] : [])),
  );
  await sendGeneratedCharts(db, request, patientId, selections);
  if (documentIds.size > 0) await sendDocuments(db, request, { patientId, isConsultNote: false }, [...documentIds]);
}

/** A request that can have charts attached. */
type SentRequest = { referralId: number } | { consultationId: number } | { deliveryId: number };
/** What charts can be attached to. */
type SentWith = SentRequest | { conversationId: number; messageSequence: number };

function placeOf(sentWith: SentWith) {
  if ('referralId' in sentWith) return { referral_id: sentWith.referralId };
  if ('consultationId' in sentWith) return { consultation_id: sentWith.consultationId };
  if ('deliveryId' in sentWith) return { delivery_id: sentWith.deliveryId };
  return { conversation_id: sentWith.conversationId, message_sequence: sentWith.messageSequence };
}

/** Renders and stores the generated charts, each once. */
export async function sendGeneratedCharts(
  db: Db,
  sentWith: SentWith,
  patientId: number,
  selections: readonly ChartSelection[],
): Promise<void> {
  const chosen = new Map(selections.map((chart) => [chartKeyOf(chart), chart]));
  for (const chart of chosen.values()) {
    if (!isDocument(chart)) await sendGenerated(db, sentWith, patientId, chart as GeneratedSelection);
  }
}

/** The input field with the charts. */
type ChartsField = 'patientCharts' | 'patientDocumentIds';
const gone = (field: ChartsField = 'patientCharts') => invalidInput({ [field]: selectionTexts.gone });

/**
 * Returns documents of a patient when a referral is closed, with their current content. One that was already returned keeps
 * its content.
 * @throws AppError `invalid_input` for a document that is not the patient's, is archived, or came with the referral
 */
export async function sendConsultNotes(
  db: Db,
  { referralId, patientId }: { referralId: number; patientId: number },
  patientDocumentIds: readonly number[],
): Promise<void> {
  const isConsultNote = true;
  if (patientDocumentIds.length === 0) return;
  const along = await db
    .selectFrom('sent_chart')
    .select('sent_chart_id')
    .where('referral_id', '=', referralId)
    .where('patient_document_id', 'in', patientDocumentIds)
    .where('is_consult_note', '=', false)
    .limit(1)
    .executeTakeFirst();
  if (along !== undefined) throw invalidInput({ patientDocumentIds: selectionTexts.cameAlong });
  await sendDocuments(db, { referralId }, { patientId, isConsultNote }, [...new Set(patientDocumentIds)]);
}

async function sendDocuments(
  db: Db,
  request: SentRequest,
  { patientId, isConsultNote }: { patientId: number; isConsultNote: boolean },
  ids: readonly number[],
): Promise<void> {
  const { referral_id = null, consultation_id = null, delivery_id = null } = placeOf(request);
  const { numAffectedRows } = await sql`
    insert into sent_chart (referral_id, consultation_id, delivery_id, association_type, patient_document_id, chart_name, chart_type_name,
      chart_date, content_type, page_count, byte_count, sha256, storage_key, is_consult_note)
    select ${referral_id}::bigint, ${consultation_id}::bigint, ${delivery_id}::bigint, 'document', d.patient_document_id, d.document_name,
      coalesce(d.custom_document_type, t.document_name), d.date_provided, d.content_type, d.document_page_count, d.byte_count,
      d.storage_key, d.storage_key, ${isConsultNote}
    from patient_document d join document_type t using (document_type_id)
    where d.patient_id = ${patientId} and d.patient_document_id = any(${[...ids]}::bigint[]) and not d.is_archived
      and d.file_state <> 'blocked'
    order by d.date_provided desc, d.patient_document_id
    on conflict (referral_id, patient_document_id) where patient_document_id is not null
      do update set patient_document_id = excluded.patient_document_id where sent_chart.is_consult_note`.execute(db);
  if (Number(numAffectedRows) !== ids.length) {
    throw await whyNotSent(db, patientId, ids, isConsultNote ? 'patientDocumentIds' : 'patientCharts');
  }
}

/** The error for a document that was blocked, archived or removed after it was selected. */
async function whyNotSent(db: Db, patientId: number, ids: readonly number[], field: ChartsField): Promise<AppError> {
  const blocked = await db
    .selectFrom('patient_document')
    .select('document_name as name')
    .where('patient_id', '=', patientId)
    .where('patient_document_id', 'in', [...ids])
    .where('file_state', '=', 'blocked')
    .orderBy('patient_document_id')
    .execute();
  if (blocked.length === 0) return gone(field);
  return invalidInput({ [field]: selectionTexts.blocked(blocked.map(({ name }) => name).join(', ')) });
}

async function sendGenerated(db: Db, sentWith: SentWith, patientId: number, chart: GeneratedSelection): Promise<void> {
  const { name, date } = await findSubject(db, patientId, chart);
  const { title, html } = await renderChart(db, patientId, chart);
  await db
    .insertInto('sent_chart')
    .values({
      ...placeOf(sentWith),
      association_type: chartAssociationType.nameOf(chart.associationType) ?? '',
      patient_appointment_id: 'patientAppointmentId' in chart ? chart.patientAppointmentId : null,
      subject_referral_id: 'referralId' in chart ? chart.referralId : null,
      chart_name: name ?? title,
      chart_type_name: title,
      chart_date: date,
      content_type: generatedContentType,
      byte_count: Buffer.byteLength(html),
      sha256: digestOf(html),
      content: html,
    })
    .execute();
}

/** Name of a chart; not found if it belongs to another patient. */
async function findSubject(
  db: Db,
  patientId: number,
  chart: GeneratedSelection,
): Promise<{ name: string | null; date: Date | null }> {
  if (isOfOther(chart, patientId)) throw gone();
  if (!('patientAppointmentId' in chart || 'referralId' in chart)) return { name: null, date: null };
  const row =
    'patientAppointmentId' in chart
      ? await db
          .selectFrom('patient_appointment')
          .select(['description as name', 'appointment_time as date'])
          .where('patient_id', '=', patientId)
          .where('patient_appointment_id', '=', chart.patientAppointmentId)
          .executeTakeFirst()
      : await db
          .selectFrom('referral')
          .select(['referral_reason as name', 'date_created as date'])
          .where('patient_id', '=', patientId)
          .where('referral_id', '=', chart.referralId)
          .executeTakeFirst();
  if (row === undefined) throw gone();
  return row;
}

/** Charts sent with a referral: those about the whole patient first, then the latest. The caller must check access. */
export function sentWithReferral(referralId: RawBuilder<unknown> | number): RawBuilder<SentChart> {
  return sentChart.from`sent_chart sc where sc.referral_id = ${referralId} and not sc.is_consult_note order by ${chartOrder}`;
}

/** Charts sent with a referral or returned when it was closed. The caller must check access. */
export function sentOrReturned(referralId: InSql<number>): RawBuilder<SentChart & { isConsultNote: boolean }> {
  return returnedChart.from`sent_chart sc where sc.referral_id = ${referralId} order by ${chartOrder}`;
}

/** Charts sent with a consultation. The caller must check access. */
export function sentWithConsultation(consultationId: number): RawBuilder<SentChart> {
  return sentChart.from`sent_chart sc where sc.consultation_id = ${consultationId} order by ${chartOrder}`;
}

/** Those about the whole patient first, then the latest, as in every list. */
export const chartOrder = sql`sc.association_type <> 'demographic', sc.association_type <> 'summary_of_care',
  sc.chart_date desc nulls last, sc.sent_chart_id`;

const returnedChart = shape<SentChart & { isConsultNote: boolean }, { sc: 'sent_chart' }>({
  ...sentChart.columns,
  isConsultNote: 'sc.is_consult_note',
});
