import { fillDemo } from '@careloop/demo/fillDemo';
import { getReport, getReportFilters, listReportRows, reportNames } from '@careloop/contracts/reports';
import type { ReportName } from '@careloop/contracts/reports';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';

import { declared } from '../../../test/declared.ts';
import { startTestApp } from '../../../test/harness.ts';
import type { Caller, TestApp } from '../../../test/harness.ts';
import { refreshReports } from './refreshReports.ts';

// Compares each report of the demo organization, filtered by each facility and each specialty, with plain SQL over the
// operational tables.

let app: TestApp;
let coordinator: Caller;
let clientId: number;
beforeAll(async () => {
  app = await startTestApp();
  await fillDemo({ db: app.db, storage: app.deps.storage });
  await refreshReports(app.db);
  const user = await app.db
    .selectFrom('user_account')
    .select(['user_id', 'origin_client_id'])
    .where('username', '=', 'coordinator')
    .executeTakeFirstOrThrow();
  clientId = user.origin_client_id;
  coordinator = await app.as({ userId: user.user_id });
});
afterAll(() => app.stop());

/** The facility and specialty of everything a report counts, one row each. */
const referrals = `select (select x.facility_id from patient_encounter x where x.patient_id = r.patient_id
      and x.encounter_date <= r.date_created order by x.encounter_date desc limit 1) as facility, coalesce(r.healthcare_provider_specialty_id, h.healthcare_provider_specialty_id) as specialty
  from referral r left join healthcare_provider h on h.healthcare_provider_id = r.healthcare_provider_id where r.client_id = $`;
const items = `select e.facility_id as facility,
    coalesce(r.healthcare_provider_specialty_id, h.healthcare_provider_specialty_id) as specialty
  from work_queue_encounter w join patient p on p.patient_id = w.patient_id
  left join patient_encounter e on e.patient_encounter_id = w.patient_encounter_id
  left join referral r on r.referral_id = w.subject_id and w.subject_type = 'referral'
  left join consultation c on c.consultation_id = w.subject_id and w.subject_type = 'consultation'
  left join healthcare_provider h on h.healthcare_provider_id = coalesce(r.healthcare_provider_id, c.healthcare_provider_id)
  where p.client_id = $`;
const own = (user: string) =>
  `(select h.healthcare_provider_specialty_id from healthcare_provider h where h.user_id = ${user}) as specialty`;
const facts: Record<ReportName, { measure: string; rows: string }> = {
  referrals: { measure: 'sent', rows: referrals },
  leakage: { measure: 'sent', rows: referrals },
  declines: { measure: 'declined', rows: `${referrals} and r.status = 'declined'` },
  consultations: {
    measure: 'sent',
    rows: `select e.facility_id as facility, h.healthcare_provider_specialty_id as specialty from consultation c
      left join patient_encounter e using (patient_encounter_id)
      left join healthcare_provider h on h.healthcare_provider_id = c.healthcare_provider_id where c.client_id = $`,
  },
  queues: { measure: 'entered', rows: items },
  messages: {
    measure: 'answered',
    rows: `select (select x.facility_id from patient_encounter x where x.patient_id = c.patient_id and x.encounter_date <= m.date_sent
        order by x.encounter_date desc limit 1) as facility, ${own('m.from_identity_user_id')}
      from message m join conversation c using (conversation_id) join user_account u on u.user_id = m.from_identity_user_id
      where (select b.from_user_id from message b where b.conversation_id = m.conversation_id and b.sequence = m.sequence - 1)
        <> m.from_user_id and u.origin_client_id = $`,
  },
  work: {
    measure: 'itemsCompleted',
    rows: `select e.facility_id as facility, ${own('w.completed_by_user_id')} from work_queue_encounter w
      join patient p on p.patient_id = w.patient_id left join patient_encounter e on e.patient_encounter_id = w.patient_encounter_id
      where w.completed_by_user_id is not null and p.client_id = $`,
  },
};

async function countBy(rows: string, column: 'facility' | 'specialty') {
  const found = await sql<{ id: number; count: number }>`select ${sql.ref(column)} as id, count(*)::int as count
    from (${sql.raw(rows.replace('$', String(clientId)))}) as rows where ${sql.ref(column)} is not null group by 1`.execute(
    app.db,
  );
  return new Map(found.rows.map(({ id, count }) => [id, count]));
}

describe.each(reportNames)('%s', (report) => {
  const { measure, rows } = facts[report];
  const asked = { report, measure, from: '2024-06-01', to: '2026-12-31' } as const;

  test('counts only rows of the facility, and lists as many', async () => {
    const expected = await countBy(rows, 'facility');
    const { facilities } = await coordinator.ok(getReportFilters, {});
    expect(expected.size).toBeGreaterThan(0);
    for (const { facilityId } of facilities.filter((one) => one.clientId === clientId)) {
      const input = { ...asked, clientId, facilityId };
      const count = expected.get(facilityId) ?? 0;
      const { total } = await coordinator.ok(getReport, declared(getReport, input));
      expect({ facilityId, count: total[measure] }).toEqual({ facilityId, count });
      expect(await coordinator.ok(listReportRows, input)).toMatchObject({ totalItemCount: count });
    }
  });

  test('counts only rows of the specialty', async () => {
    const expected = await countBy(rows, 'specialty');
    const { specialties } = await coordinator.ok(getReportFilters, {});
    expect(expected.size).toBeGreaterThan(0);
    for (const { healthcareProviderSpecialtyId } of specialties) {
      const { total } = await coordinator.ok(
        getReport,
        declared(getReport, { ...asked, clientId, healthcareProviderSpecialtyId }),
      );
      const count = expected.get(healthcareProviderSpecialtyId) ?? 0;
      expect({ healthcareProviderSpecialtyId, count: total[measure] }).toEqual({
        healthcareProviderSpecialtyId,
        count,
      });
    }
  });
});
