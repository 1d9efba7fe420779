import { getDashboard } from '@careloop/contracts/dashboard';
import { Random } from '@careloop/demo/random';

import { readLine } from './line.ts';

/** Received referrals, and sent ones of patients the user can still see: the newest, and the answered ones. */
const homeSql = `
  select (select r.referral_id from referral r
    where r.referred_to_user_id = $1 or (r.created_by_user_id = $1 and exists (select from care_team_member m
      where m.patient_id = r.patient_id and m.user_id = $1 and m.status = 'accepted'))
    order by r.date_created desc, r.referral_id desc limit 1) as latest,
  (select least(6, count(*))::int from referral r join care_team_member m on m.patient_id = r.patient_id
    and m.user_id = $1 and m.status = 'accepted'
    where r.created_by_user_id = $1 and r.status in ('accepted', 'scheduled', 'declined', 'completed')
      and r.date_created > now() - interval '1 year' and r.status_changed_at > now() - interval '30 days') as answered`;

/** Home of a user who sees the patients of their care teams. */
export const home = readLine({
  title: 'Home, one call',
  goal: 'p50 < 10 ms at 1',
  isGrowthSeen: true,
  count: 200,
  prepare({ sessions }) {
    const random = new Random('home');
    return Promise.resolve(() => {
      const { userId, token } = random.pick(sessions);
      return {
        endpoint: getDashboard,
        query: { timeZone: 'America/New_York' },
        token,
        sql: { text: homeSql, values: [userId] },
        facts: ([row = {}]) => ({
          'others.length': 0,
          'answers.length': row['answered'] ?? 0,
          ...(row['latest'] != null && { 'latestReferrals.0.referralId': row['latest'] }),
        }),
      };
    });
  },
});
