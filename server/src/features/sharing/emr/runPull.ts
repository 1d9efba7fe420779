import { emrTexts } from '@careloop/contracts/sharing/emr';
import type { PullCounts } from '@careloop/contracts/sharing/emr';
import { sql } from 'kysely';
import type { Selectable } from 'kysely';

import { publishPatientNews } from '../../../core/access/careTeam.ts';
import { patientAudience } from '../../../core/access/patientAudience.ts';
import { record, recorderOf } from '../../../platform/audit/record.ts';
import { inTransaction } from '../../../platform/db/transaction.ts';
import type { EmrPull } from '../../../platform/db/types.ts';
import { EhrRefused } from '../../../core/integrations/ehr/port.ts';
import { UndeliverableError } from '../../../core/integrations/sender.ts';
import type { JobAttempt } from '../../../platform/jobs/handler.ts';
import type { WorkerDeps } from '../../../core/worker.ts';
import { AnotherPatient, importRecord, RecordRefused } from '../../interop/shared/importRecord.ts';
import type { ImportReport } from '../../interop/shared/importRecord.ts';
import { findConnectedPatient } from './queries.ts';
import { findInEmr } from './findInEmr.ts';
import { readRecord } from './readRecord.ts';

type Pull = Selectable<EmrPull>;

/** Updates a patient's record from the EMR. A repeated run reads everything again; unchanged rows stay as they are. */
export async function runPull(deps: WorkerDeps, { emrPullId }: { emrPullId: number }, run: JobAttempt): Promise<void> {
  const { db } = deps;
  const pull = await findPull(db, emrPullId);
  if (pull === undefined || pull.status === 'done' || pull.status === 'failed') return;
  try {
    const { report, notOffered } = await pullNow(deps, pull);
    await end(db, pull, { status: 'done', result: { counts: countsOf(report), notOffered } });
  } catch (error) {
    // The patient was merged meanwhile: the surviving record is updated.
    if ((await findPull(db, emrPullId))?.patient_id !== pull.patient_id) return runPull(deps, { emrPullId }, run);
    const why = wordsOf(error);
    if (why === null && !run.isLastAttempt) throw error;
    await end(db, pull, { status: 'failed', error: why ?? emrTexts.noAnswer });
    if (why === null) throw error;
  }
}

function findPull(db: WorkerDeps['db'], emrPullId: number): Promise<Pull | undefined> {
  return db.selectFrom('emr_pull').selectAll().where('emr_pull_id', '=', emrPullId).executeTakeFirst();
}

/** The message for an error that a retry cannot fix; null if it may. */
function wordsOf(error: unknown): string | null {
  if (error instanceof UndeliverableError || error instanceof EhrRefused) return error.message;
  if (error instanceof AnotherPatient) return emrTexts.anotherPatient;
  return error instanceof RecordRefused ? emrTexts.recordRefused : null;
}

async function pullNow({ db, storage, config, senders, portalUrl }: WorkerDeps, pull: Pull) {
  const patient = await findConnectedPatient(db, pull.patient_id, config);
  const { ehr } = senders;
  if (patient === null || ehr === null) throw new UndeliverableError(emrTexts.notConnected);
  const set = async (values: { status?: string; read_count?: number }) => {
    await db.updateTable('emr_pull').set(values).where('emr_pull_id', '=', pull.emr_pull_id).execute();
  };
  await set({ status: 'reading', read_count: 0 });
  const found = await findInEmr(db, ehr, patient);
  const { resources, notOffered } = await readRecord({ ehr, portalUrl }, found, (howMany) =>
    set({ read_count: howMany }),
  );
  await set({ status: 'importing' });
  const target = { db, storage, clientId: patient.clientId, sender: ehr.source };
  const report = await importRecord(target, { patientId: patient.patientId, file: 'EMR', resources });
  return { report, notOffered };
}

function countsOf({ counts }: ImportReport): PullCounts[] {
  return [...counts].map(([kind, howMany]) => ({ kind, ...howMany }));
}

interface Ended {
  status: 'done' | 'failed';
  result?: { counts: PullCounts[]; notOffered: string[] };
  error?: string;
}

async function end(db: WorkerDeps['db'], pull: Pull, { status, result, error }: Ended): Promise<void> {
  await inTransaction(db, async (own) => {
    await own
      .updateTable('emr_pull')
      .set({
        status,
        ended_at: sql<Date>`clock_timestamp()`,
        result: result === undefined ? null : JSON.stringify(result),
        error: error ?? null,
      })
      .where('emr_pull_id', '=', pull.emr_pull_id)
      .execute();
    // The user who requested the pull, even though their call ended long ago.
    await record(own, recorderOf(pull.requested_by_user_id, pull.on_behalf_of_user_id), {
      action: 'emr.pulled',
      outcome: status === 'done' ? 'ok' : 'failed',
      patientId: pull.patient_id,
      subjectType: 'emr_pull',
      subjectId: pull.emr_pull_id,
      details: { counts: result?.counts ?? [] },
    });
    if (status !== 'done') return;
    const patientId = pull.patient_id;
    await patientAudience.publish(own, patientId, 'RecordPulledEvent', { patientId });
    await publishPatientNews(own, patientId);
  });
}
