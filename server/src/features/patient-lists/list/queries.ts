import { getPatientInfo } from '@careloop/contracts/patients';
import type { PatientSummary } from '@careloop/contracts/patients';
import { mostRecent } from '@careloop/contracts/patients/lists';
import { sql } from 'kysely';

import type { Actor } from '../../../platform/identity/actor.ts';
import { maySeePatient } from '../../../core/access/patientAccess.ts';
import type { Db } from '../../../platform/db/client.ts';
import { isoTimestamp } from '../../../platform/db/isoTimestamp.ts';
import { shape } from '../../../platform/db/shape.ts';
import { clientsOf } from '../shared/queries.ts';
import { patientSummary } from '../../patients/shared/queries/patients.ts';

/** The options of the filters of My Patients. */
export async function findListOptions(db: Db, actor: Actor) {
  const clientIds = clientsOf(actor);
  const populations = await db
    .selectFrom('population')
    .select(['population_id as populationId', 'name', 'client_id as clientId'])
    .where('client_id', '=', sql<number>`any(${clientIds}::bigint[])`)
    .orderBy(sql`lower(name)`)
    .execute();
  return { populations };
}

/** Number of the user's latest audited reads that are searched for opened patients. */
const searchedReads = 500;

/** The patients the user opened last, according to the audit, if they may still see them. */
export async function findRecentPatients(db: Db, actor: Actor) {
  const recent = shape<PatientSummary & { viewedAt: string }, { p: 'patient'; v: { viewed_at: Date } }>({
    ...patientSummary.columns,
    viewedAt: isoTimestamp('v.viewed_at'),
  });
  const { rows } = await recent.from`(
      select a.patient_id, max(a.occurred_at) as viewed_at
      from (select * from audit_event where user_id = ${actor.userId} order by occurred_at desc limit ${searchedReads}) as a
      where a.action = ${getPatientInfo.path} and a.outcome = 'ok' and a.patient_id is not null
      group by a.patient_id order by 2 desc limit ${2 * mostRecent}) as v
    join patient p on p.patient_id = v.patient_id
    where ${maySeePatient(actor)} order by v.viewed_at desc limit ${mostRecent}`.execute(db);
  return rows;
}
