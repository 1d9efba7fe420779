import { getReport, listReportRows } from '@careloop/contracts/reports';
import type { ReportName } from '@careloop/contracts/reports';
import { Random } from '@careloop/demo/random';
import { findReport } from '@careloop/server/src/features/reports/reportQueries';
import { findReportRows } from '@careloop/server/src/features/reports/rowsQuery';

import { createCapture, FloorPlanBuilder } from '../capture.ts';
import { signInCoordinator } from '../world/actors.ts';
import type { Line, PlannedRequest } from './line.ts';

const requestCount = 20;
const dayMs = 86_400_000;
const isoDay = (daysAgo: number) => new Date(Date.now() - daysAgo * dayMs).toISOString().slice(0, 10);

const ofReferrals = `select count(*) from referral t where t.client_id = $1 and t.date_created >= $2::date and t.date_created < $3::date + 1`;
const ofWork = `t.occurred_at >= $2::date and t.occurred_at < $3::date + 1`;

/** One total per report, counted from the original tables instead of the report tables. */
const totals: Record<ReportName, { name: string; text: string }> = {
  referrals: { name: 'sent', text: ofReferrals },
  leakage: { name: 'sent', text: ofReferrals },
  declines: { name: 'declined', text: `${ofReferrals} and t.status = 'declined'` },
  consultations: {
    name: 'sent',
    text: `select count(*) from consultation t where t.client_id = $1 and t.date_created >= $2::date and t.date_created < $3::date + 1`,
  },
  queues: {
    name: 'entered',
    text: `select count(*) from work_queue_encounter t join patient p using (patient_id)
      where p.client_id = $1 and t.created_at >= $2::date and t.created_at < $3::date + 1`,
  },
  messages: {
    name: 'answered',
    text: `select count(*) from message m join message b on b.conversation_id = m.conversation_id and b.sequence = m.sequence - 1
        and b.from_user_id <> m.from_user_id join user_account u on u.user_id = m.from_user_id
      where u.origin_client_id = $1 and m.date_sent >= $2::date and m.date_sent < $3::date + 1`,
  },
  work: {
    name: 'referralsAnswered',
    text: `select count(*) from referral_event t join referral r using (referral_id)
      where r.client_id = $1 and t.action in ('accepted', 'scheduled', 'declined') and ${ofWork}`,
  },
};

/** Each report over up to two years for a coordinator of one client, from rows refreshed beforehand. */
export const reportLines: readonly Line[] = (Object.keys(totals) as ReportName[]).map((report) => ({
  title: `report: ${report}`,
  goal: '< 1 s at XL',
  isGrowthSeen: true,

  async plan(world) {
    const { actor, token } = await signInCoordinator(world);
    const random = new Random(`report ${report}`);
    const capture = createCapture();
    const floor = new FloorPlanBuilder();
    const requests: PlannedRequest[] = [];
    const { name, text } = totals[report];
    for (let number = 0; number < requestCount; number += 1) {
      const query = { report, from: isoDay(random.int(60, 700)), to: isoDay(1), groupBy: 'provider' };
      floor.add(await capture((db) => findReport(db, actor, getReport.input.parse(query))));
      const { rows } = await world.client.query<{ count: number }>(`select (${text})::int as count`, [
        actor.clientIds[0],
        query.from,
        query.to,
      ]);
      requests.push({
        method: 'GET',
        path: `/api${getReport.path}?${new URLSearchParams(query).toString()}`,
        token,
        facts: { [`total.${name}`]: rows[0]?.count ?? 0 },
      });
    }
    return { requests, floor: floor.build() };
  },
}));

/** The first page of the referrals behind a number. */
export const reportRows: Line = {
  title: 'report: referrals behind a number',
  goal: '< 1 s at XL',
  isGrowthSeen: true,

  async plan(world) {
    const { actor, token } = await signInCoordinator(world);
    const random = new Random('report rows');
    const capture = createCapture();
    const floor = new FloorPlanBuilder();
    const requests: PlannedRequest[] = [];
    for (let number = 0; number < requestCount; number += 1) {
      const query = { report: 'referrals', measure: 'sent', from: isoDay(random.int(60, 700)), to: isoDay(1) };
      floor.add(await capture((db) => findReportRows(db, actor, listReportRows.input.parse(query))));
      const { rows } = await world.client.query<{ count: number }>(`select (${ofReferrals})::int as count`, [
        actor.clientIds[0],
        query.from,
        query.to,
      ]);
      requests.push({
        method: 'GET',
        path: `/api${listReportRows.path}?${new URLSearchParams(query).toString()}`,
        token,
        facts: { totalItemCount: rows[0]?.count ?? 0 },
      });
    }
    return { requests, floor: floor.build() };
  },
};
