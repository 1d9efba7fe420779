import type { AppointmentStatus, ReferralStatus } from '@careloop/contracts/codes';
import type { ReferralEvent } from '@careloop/contracts/referrals';
import type { DemoProvider } from '../providers.ts';
import type { Rows } from '../rows.ts';

/** Who acted, on whose behalf, and when. */
export interface Who {
  by: number;
  for: number | null;
  at: Date;
}

export interface TimelineEntry extends Who {
  action: ReferralEvent['action'];
  from: ReferralStatus | null;
  to: ReferralStatus;
  reason: string | null;
  comment: string | null;
}

export interface Visit extends Who {
  provider: DemoProvider;
  time: Date;
  text: string | null;
  status: AppointmentStatus;
}

/** Rows created by the steps of a referral: timeline, comments, and booked visits. */
export class Traces {
  readonly timeline: TimelineEntry[] = [];
  readonly comments: (Who & { comment: string })[] = [];
  readonly visits: Visit[] = [];

  get visit(): Visit | null {
    return this.visits.at(-1) ?? null;
  }

  addRows(rows: Rows, referral: { referralId: number; patientId: number }): void {
    for (const entry of this.timeline) {
      rows.add('referral_event', {
        referral_id: referral.referralId,
        occurred_at: entry.at,
        user_id: entry.by,
        on_behalf_of_user_id: entry.for,
        action: entry.action,
        from_status: entry.from,
        to_status: entry.to,
        reason: entry.reason,
        comment: entry.comment,
      });
    }
    for (const { by, for: behalf, at, comment } of this.comments) {
      rows.add('referral_comment', {
        referral_id: referral.referralId,
        user_id: by,
        on_behalf_of_user_id: behalf,
        comment,
        date_created: at,
      });
    }
    for (const visit of this.visits) addVisit(rows, referral, visit);
  }
}

function addVisit(rows: Rows, referral: { referralId: number; patientId: number }, visit: Visit): void {
  const { provider, time, text, by, at, status } = visit;
  rows.add('patient_appointment', {
    patient_id: referral.patientId,
    patient_encounter_id: null,
    referral_id: referral.referralId,
    healthcare_provider_id: provider.healthcareProviderId,
    healthcare_provider_address_info_id: provider.addressInfoId,
    facility_id: null,
    appointment_time: time,
    description: text,
    status,
    created_by_user_id: by,
    date_created: at,
  });
}
