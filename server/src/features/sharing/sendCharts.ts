import type { ChartSelection } from '@careloop/contracts/charts/selection';
import { selectionTexts } from '@careloop/contracts/charts/selection';
import type { InputOf } from '@careloop/contracts/endpoint';
import { identifiedPatient } from '@careloop/contracts/letters';
import type { IdentifiedPatient } from '@careloop/contracts/letters';
import type { PatientSummary } from '@careloop/contracts/patients';
import { exportTexts, faxFlagLabels } from '@careloop/contracts/sharing/documentExport';
import type { emailCharts, faxCharts, FaxFlag } from '@careloop/contracts/sharing/documentExport';
import { sql } from 'kysely';

import { principalOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import type { Authorized } from '../../core/access/authorize.ts';
import { record } from '../../platform/audit/record.ts';
import { shape } from '../../platform/db/shape.ts';
import { zoneOfClient } from '../../core/charts/clientDay.ts';
import { canBeIncluded, mostRecordBytes } from '../../core/charts/record/compose.ts';
import { sendCharts } from '../../core/charts/sentCharts.ts';
import type { Config } from '../../config/config.ts';
import type { Db } from '../../platform/db/client.ts';
import { AppError, invalidInput } from '../../platform/errors.ts';
import { insertNewDelivery, publishChange } from '../../core/integrations/deliveryRows.ts';
import type { NewDelivery } from '../../core/integrations/deliveryRows.ts';
import { e164 } from '../../core/integrations/e164.ts';
import { enqueue } from '../../platform/jobs/enqueue.ts';
import { findUserOrganizations } from '../directory/shared/queries/lookups.ts';
import { patientSummary } from '../patients/shared/queries/patients.ts';
import type { DeliveryCover } from './cover.ts';
import { faxNumberOfCharts } from './faxNumberOfCharts.ts';
import { sendPacket } from './jobs.ts';
import type { OpenPatient } from '../../core/access/patientAccess.ts';

type Patient = Authorized<OpenPatient, 'sendCharts'>;
type EmrPatient = Authorized<OpenPatient, 'pushDocuments'>;
type Addresses = Pick<Config, 'fax' | 'directFrom'>;

/** Accepts charts for faxing: freezes them as they are now, and enqueues a job that composes and sends them. */
export async function sendFax(
  db: Db,
  actor: Actor,
  patient: Patient,
  input: InputOf<typeof faxCharts>,
  config: Addresses,
): Promise<{ deliveryId: number }> {
  const number = e164(input.toFaxNumber);
  if (number === null) throw invalidInput({ toFaxNumber: exportTexts.faxNumber });
  const flags = (Object.keys(faxFlagLabels) as FaxFlag[]).filter((flag) => input[flag]);
  const layout = { flags: flags.map((flag) => faxFlagLabels[flag]), condensePages: input.condensePages };
  const senderAddress = (await faxNumberOfCharts(db, input.patientId, input.charts)) ?? config.fax?.from ?? '';
  const to = { channel: 'fax', recipientAddress: number, senderAddress } as const;
  return await send(db, actor, patient, { ...input, ...to }, layout);
}

/** The same by Direct message, from the sender's own Direct address if they have one. */
export async function sendDirect(
  db: Db,
  actor: Actor,
  patient: Patient,
  input: InputOf<typeof emailCharts>,
  config: Addresses,
): Promise<{ deliveryId: number }> {
  const sender = await db
    .selectFrom('user_account')
    .select('direct_email')
    .where('user_id', '=', principalOf(actor))
    .executeTakeFirst();
  const senderAddress = sender?.direct_email ?? config.directFrom;
  const to = { channel: 'direct', recipientAddress: input.toDirectEmailAddress, senderAddress } as const;
  return await send(db, actor, patient, { ...input, ...to }, { flags: [], condensePages: false });
}

/** The same to the EMR of the patient's client; the job finds the patient's record there. */
export async function sendToEmr(
  db: Db,
  actor: Actor,
  patient: EmrPatient,
  charts: readonly ChartSelection[],
  { ehr }: Pick<Config, 'ehr'>,
): Promise<{ deliveryId: number }> {
  const [own] = await findUserOrganizations(db, actor);
  const sender = await db
    .selectFrom('user_account as u')
    .innerJoin('client as c', 'c.client_id', 'u.origin_client_id')
    .select(['u.first_name', 'u.last_name', 'c.display_name'])
    .where('u.user_id', '=', principalOf(actor))
    .executeTakeFirstOrThrow();
  const sent = {
    channel: 'emr',
    recipientAddress: ehr?.baseUrl ?? '',
    senderAddress: '',
    toName: 'EMR',
    fromName: `${sender.first_name} ${sender.last_name}`,
    fromOrganization: own?.healthcareOrganizationName ?? sender.display_name,
    subject: null,
    comments: null,
    charts,
  } as const;
  return await send(db, actor, patient, sent, { flags: [], condensePages: false });
}

interface Sent extends Pick<NewDelivery, 'channel' | 'recipientAddress' | 'senderAddress'> {
  toName: string;
  fromName: string;
  fromOrganization: string;
  subject: string | null;
  comments: string | null;
  charts: readonly ChartSelection[];
}

async function send(
  db: Db,
  actor: Actor,
  { patientId }: OpenPatient,
  sent: Sent,
  layout: Pick<DeliveryCover, 'flags' | 'condensePages'>,
): Promise<{ deliveryId: number }> {
  const { channel, recipientAddress, senderAddress, fromName, fromOrganization, charts } = sent;
  await requireSendable(db, patientId, charts, channel);
  const cover: DeliveryCover = { fromName, fromOrganization, patient: await identified(db, patientId), ...layout };
  const delivery = await insertNewDelivery(db, {
    channel,
    // A failure is shown to the sender, not to all coordinators of the client.
    clientId: null,
    patientId,
    recipientUserId: null,
    recipientAddress,
    recipientName: sent.toName,
    senderAddress,
    subject: sent.subject,
    body: sent.comments ?? '',
    cover,
    createdByUserId: actor.userId,
    onBehalfOfUserId: actor.onBehalfOfUserId,
  });
  const deliveryId = delivery.delivery_id;
  await sendCharts(db, { deliveryId, patientId }, charts).catch(asChartError);
  await record(db, actor, {
    action: `delivery.${channel}`,
    patientId,
    subjectType: 'delivery',
    subjectId: deliveryId,
    details: { chartCount: charts.length },
  });
  await enqueue(db, sendPacket, { deliveryId }, { group: `user:${actor.userId}` });
  await publishChange(db, delivery, []);
  return { deliveryId };
}

/** Reports the error at the field name of these forms. */
function asChartError(error: unknown): never {
  const message = error instanceof AppError ? error.validationErrors['patientCharts'] : undefined;
  throw message === undefined ? error : invalidInput({ charts: message });
}

/** Refuses documents that are not known to be free of malware, and those that cannot become pages. */
async function requireSendable(
  db: Db,
  patientId: number,
  charts: readonly ChartSelection[],
  channel: Sent['channel'],
): Promise<void> {
  const ids = charts.flatMap((chart) => ('patientDocumentId' in chart ? [chart.patientDocumentId] : []));
  if (ids.length === 0) return;
  const documents = await db
    .selectFrom('patient_document')
    .select([
      'document_name as name',
      'file_state as state',
      'file_problem as problem',
      'content_type as contentType',
      'byte_count as byteCount',
    ])
    .where('patient_id', '=', patientId)
    .where('patient_document_id', 'in', ids)
    .orderBy('patient_document_id')
    .execute();
  const refuse = (some: typeof documents, because: (names: string) => string) => {
    if (some.length > 0) throw invalidInput({ charts: because(some.map(({ name }) => name).join(', ')) });
  };
  const inState = (state: string) => documents.filter((one) => one.state === state);
  refuse(inState('blocked'), selectionTexts.blocked);
  refuse(inState('checking'), exportTexts.checking);
  refuse(
    documents.filter((one) => one.problem !== null || !canBeIncluded(one)),
    exportTexts.noPages,
  );
  // An EMR gets each document as a file of its own.
  if (channel === 'emr') return;
  const byteCount = documents.reduce((total, one) => total + one.byteCount, 0);
  if (byteCount > mostRecordBytes) throw invalidInput({ charts: exportTexts.tooLargeTogether });
}

async function identified(db: Db, patientId: number): Promise<IdentifiedPatient> {
  const withZone = shape<PatientSummary & { timeZone: string }, { p: 'patient' }>({
    ...patientSummary.columns,
    timeZone: zoneOfClient(sql.ref('p.client_id')),
  });
  const { rows } = await withZone.from`patient p where p.patient_id = ${patientId}`.execute(db);
  const [patient] = rows;
  if (patient === undefined) throw new Error(`There is no patient ${patientId}.`);
  return identifiedPatient(patient, patient.timeZone);
}
