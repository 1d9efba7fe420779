import type { ReferralAppointment } from '@careloop/contracts/referrals';
import { answerLength } from '@careloop/contracts/referrals/story';
import type { ReferralAnswer } from '@careloop/contracts/referrals/story';
import { sql } from 'kysely';

import { iso, shape } from '../../../../platform/db/shape.ts';

type Visit = Pick<ReferralAppointment, 'appointmentTime' | 'timeZone' | 'status'>;

const visit = shape<
  Pick<ReferralAppointment, 'appointmentTime' | 'timeZone' | 'status'>,
  { ap: 'patient_appointment' }
>({
  appointmentTime: iso('ap.appointment_time'),
  timeZone: 'ap.time_zone',
  status: 'ap.status',
});

/** The latest appointment of a referral `r`, even if it was missed or canceled. */
export const latestVisit = sql<Visit | null>`(select ${visit.json} from patient_appointment ap where ap.referral_id = r.referral_id
    order by ap.patient_appointment_id desc limit 1)`;

const answer = shape<ReferralAnswer, { v: 'referral_event' }>({
  at: iso('v.occurred_at'),
  byName: sql`coalesce(af.last_name || ', ' || af.first_name, au.last_name || ', ' || au.first_name)`,
  text: sql`left(v.comment, ${sql.lit(answerLength)})`,
});

/** The last closing or decline. Not asked for where nothing was answered. */
export const lastAnswer = sql<ReferralAnswer | null>`case when r.status in ('completed', 'declined') then (select ${answer.json} from referral_event v
  join user_account au on au.user_id = v.user_id
  left join healthcare_provider af on af.healthcare_provider_id = r.accepted_for_healthcare_provider_id
  where v.referral_id = r.referral_id and v.action = r.status order by v.referral_event_id desc limit 1) end`;
