import type { OutputOf } from '@careloop/contracts/endpoint';
import { emrTexts } from '@careloop/contracts/sharing/emr';
import type { EmrPull, getEmrStatus } from '@careloop/contracts/sharing/emr';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { userName } from '../../../platform/identity/userName.ts';
import type { Config } from '../../../config/config.ts';
import type { Db } from '../../../platform/db/client.ts';
import { iso, shape } from '../../../platform/db/shape.ts';
import { latestError, shownStatus } from '../../../core/integrations/deliveryShape.ts';
import { findOpenPatient } from '../../../core/access/patientAccess.ts';
import type { EmrPatient } from './emrPolicy.ts';

/** The client whose EMR is configured, as SQL. */
function emrClient({ ehr }: Pick<Config, 'ehr'>): RawBuilder<number | null> {
  if (ehr === undefined) return sql`null::bigint`;
  const named = ehr.clientName === undefined ? sql`true` : sql`lower(c.display_name) = ${ehr.clientName.toLowerCase()}`;
  return sql`(select c.client_id from client c where ${named} order by c.client_id limit 1)`;
}

/** @throws AppError `unauthorized_patient` */
export async function findEmrPatient(
  db: Db,
  actor: Actor,
  patientId: number,
  config: Pick<Config, 'ehr'>,
): Promise<EmrPatient> {
  const patient = await findOpenPatient(db, actor, patientId);
  const connected = await findConnectedPatient(db, patientId, config);
  return { ...patient, isConnected: connected !== null };
}

/** A patient of the client with an EMR; null for any other patient. */
export async function findConnectedPatient(
  db: Db,
  patientId: number,
  config: Pick<Config, 'ehr'>,
): Promise<{ patientId: number; clientId: number } | null> {
  const { rows } = await shape<{ patientId: number; clientId: number }, { p: 'patient' }>({
    patientId: 'p.patient_id',
    clientId: 'p.client_id',
  }).from`patient p where p.patient_id = ${patientId} and p.merged_into_patient_id is null
    and p.client_id = ${emrClient(config)}`.execute(db);
  return rows[0] ?? null;
}

/** SQL condition: pull `x` has not ended. */
const isUnfinished = sql<boolean>`x.status not in ('done', 'failed')`;

/** SQL condition: pull `x` has taken too long, so it was lost with its process. */
const isLost = sql<boolean>`(${isUnfinished} and x.requested_at < now() - interval '30 minutes')`;

/** SQL condition: pull `x` is in progress. */
export const isUnderWay = sql<boolean>`(${isUnfinished} and not ${isLost})`;

const emrPull = shape<EmrPull, { x: 'emr_pull' }>({
  emrPullId: 'x.emr_pull_id',
  status: sql<EmrPull['status']>`case when ${isLost} then 'failed' else x.status end`,
  requestedAt: iso('x.requested_at'),
  requestedByName: userName('x.requested_by_user_id'),
  endedAt: iso('x.ended_at'),
  readCount: 'x.read_count',
  counts: sql<EmrPull['counts']>`x.result -> 'counts'`,
  notOffered: sql<string[]>`coalesce(x.result -> 'notOffered', '[]')`,
  error: sql`case when ${isLost} then ${emrTexts.interrupted} else x.error end`,
});

/** The latest pull of a patient. The caller has checked access to the patient. */
export async function findLatestPull(db: Db, patientId: number): Promise<EmrPull | null> {
  const { rows } = await emrPull.from`emr_pull x where x.patient_id = ${patientId}
    order by x.emr_pull_id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

type LatestExport = NonNullable<OutputOf<typeof getEmrStatus>['latestExport']>;

const latestExport = shape<LatestExport, { d: 'delivery' }>({
  deliveryId: 'd.delivery_id',
  status: shownStatus,
  error: latestError,
});

/** The latest export of a patient's charts. The caller has checked access to the patient. */
export async function findLatestExport(db: Db, patientId: number): Promise<LatestExport | null> {
  const { rows } = await latestExport.from`delivery d where d.patient_id = ${patientId} and d.channel = 'emr'
    and d.created_by_user_id is not null order by d.delivery_id desc limit 1`.execute(db);
  return rows[0] ?? null;
}

/** Identifiers for finding a patient in the EMR. */
export interface EmrNames {
  /** The EMR's own ids of the patient's records, latest first. */
  recordIds: string[];
  /** MRNs, each with the system that assigns it. */
  mrns: { system: string; value: string }[];
}

export async function findEmrNames(
  db: Db,
  { patientId, clientId }: { patientId: number; clientId: number },
  source: string,
): Promise<EmrNames> {
  const records = await db
    .selectFrom('source_key')
    .select('value')
    .where('client_id', '=', clientId)
    .where('resource_type', '=', 'Patient')
    .where('system', '=', source)
    .where('row_id', '=', patientId)
    .orderBy('source_key_id', 'desc')
    .execute();
  const mrns = await db
    .selectFrom('patient_identifier')
    .select(['system', 'value'])
    .where('patient_id', '=', patientId)
    .where('type_code', '=', 'MR')
    .orderBy('patient_identifier_id')
    .execute();
  return { recordIds: records.map(({ value }) => value), mrns };
}
