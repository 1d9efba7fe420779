import { getReferralSuggestions, suggestionLimits } from '@careloop/contracts/referrals/suggestions';
import { Random } from '@careloop/demo/random';

import { pickCategory, pickDiagnosis } from '../generate/diagnoses.ts';
import { growthGoal } from '../goals.ts';
import { findSignedIn } from '../world/people.ts';
import { readLine } from './line.ts';

const { months, referralsCounted } = suggestionLimits;

/** Who refers, and where the latest referrals of the client with a diagnosis of the category went. */
const suggestionsSql = `
  with alike as materialized (select r.search_specialty_id from patient p
    join diagnosis_code d on d.code ~>=~ $2::text and d.code ~<~ ($2::text || '~')
    cross join lateral (select * from referral r where r.client_id = p.client_id
      and r.diagnosis_coded_concept_id = d.coded_concept_id and r.date_created > now() - interval '${months} months'
      order by r.date_created desc limit ${referralsCounted}) r
    where p.patient_id = $1 order by r.date_created desc limit ${referralsCounted})
  select (select count(*)::int from alike) as count,
    (select count(*)::int from alike group by search_specialty_id order by count(*) desc limit 1) as most`;

/** What the wizard suggests for a patient of the user's, with a diagnosis chosen. */
export const referralSuggestions = readLine({
  title: 'suggestions for a referral',
  goal: `p50 < 30 ms at 1, ${growthGoal}`,
  isGrowthSeen: true,
  count: 500,
  async prepare(world) {
    const people = await findSignedIn(world);
    const random = new Random('suggestions');
    return () => {
      const { token, patientIds } = random.pick(people);
      const patientId = random.pick(patientIds);
      const category = pickCategory(random);
      return {
        endpoint: getReferralSuggestions,
        query: { patientId, diagnosisCodedConceptId: pickDiagnosis(random, category) },
        token,
        sql: { text: suggestionsSql, values: [patientId, category] },
        facts: ([row = {}]) => ({
          referralCount: row['count'] ?? null,
          ...(row['most'] !== null && { 'specialties.0.referralCount': row['most'] ?? null }),
        }),
      };
    };
  },
});
