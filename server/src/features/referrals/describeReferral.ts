import { notPreferredReasonLabels, urgencyLabel } from '@careloop/contracts/codes';
import type { NotPreferredReason } from '@careloop/contracts/codes';
import { providerSelectionReasonLabels, referralTypeLabels } from '@careloop/contracts/codes/referrals';
import type { ProviderSelectionReason, ReferralType } from '@careloop/contracts/codes/referrals';
import { formatPhone } from '@careloop/contracts/fields';
import { recordScopeLabels } from '@careloop/contracts/referrals/recordScope';
import type { RecordScope } from '@careloop/contracts/referrals/recordScope';
import { referralChangeFields } from '@careloop/contracts/referrals/story';
import type { ReferralChange } from '@careloop/contracts/referrals/story';
import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { iso, shape } from '../../platform/db/shape.ts';
import { providerAddressTables } from '../directory/shared/queries/providerAddress.ts';
import type { RequestFields } from './saveSentContent.ts';

interface StoredWords extends RequestFields {
  provider: string | null;
  address: string | null;
  specialty: string | null;
  referredBy: string | null;
  notPreferredReason: string | null;
  notPreferredInfo: string | null;
  selectionReason: string | null;
  scope: string | null;
  dueAt: string;
  diagnosis: string | null;
}

interface DescribedTables {
  r: 'referral';
  t?: 'healthcare_provider';
  b?: 'healthcare_provider';
  s?: 'healthcare_provider_specialty';
  a?: 'address';
  l?: 'healthcare_provider_address_info';
  dx?: 'diagnosis_code';
}

const words = shape<StoredWords, DescribedTables>({
  provider: sql`t.last_name || ', ' || t.first_name`,
  address: sql`nullif(concat_ws(', ', l.address_label, a.address1, a.address2, a.city, concat_ws(' ', a.state, a.zipcode)), '')`,
  // A provider's specialty is part of their record and changes with it.
  specialty: sql`case when r.healthcare_provider_id is null then s.name end`,
  referredBy: sql`b.last_name || ', ' || b.first_name`,
  notPreferredReason: 'r.not_preferred_reason',
  notPreferredInfo: 'r.not_preferred_additional_info',
  selectionReason: 'r.provider_selection_reason',
  scope: sql`case when r.healthcare_provider_id is not null then r.record_scope end`,
  referralType: 'r.referral_type',
  referralReason: 'r.referral_reason',
  urgencyDays: 'r.urgency_days',
  dueAt: iso('r.due_at'),
  diagnosis: sql`dx.code || ' ' || dx.description`,
  additionalInfo: 'r.additional_info',
  authorizationCode: 'r.authorization_code',
  caregiverName: 'r.caregiver_name',
  cellPhone: 'r.cell_phone',
  givenSmsConsent: 'r.given_sms_consent',
});

type Described = Record<Exclude<ReferralChange['field'], 'records'>, string | null>;

/** The content of a referral in display text, for comparison before and after an update. */
export async function describeReferral(db: Db, referralId: number): Promise<Described> {
  const { rows } = await words.from`referral r
    left join healthcare_provider t on t.healthcare_provider_id = r.healthcare_provider_id
    left join healthcare_provider b on b.healthcare_provider_id = r.referred_by_healthcare_provider_id
    left join healthcare_provider_specialty s on s.healthcare_provider_specialty_id = r.healthcare_provider_specialty_id
    left join (${providerAddressTables})
      on l.healthcare_provider_address_info_id = r.healthcare_provider_address_info_id
    left join diagnosis_code dx on dx.coded_concept_id = r.diagnosis_coded_concept_id
    where r.referral_id = ${referralId}`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error(`There is no referral ${referralId}.`);
  const { urgencyDays, notPreferredReason: reason, notPreferredInfo, cellPhone, givenSmsConsent, ...others } = row;
  const { selectionReason: selection, referralType: type, scope, ...same } = others;
  // Does not compile unless `referralChangeFields` has each of them.
  const shown: { [Field in keyof typeof same]: Field extends keyof Described ? string | null : never } = same;
  const label = reason === null ? null : notPreferredReasonLabels[reason as NotPreferredReason];
  return {
    ...shown,
    urgency: urgencyLabel(urgencyDays),
    notPreferredReason: [label, notPreferredInfo].filter(Boolean).join(': ') || null,
    providerSelectionReason: selection && providerSelectionReasonLabels[selection as ProviderSelectionReason],
    recordScope: scope && recordScopeLabels[scope as RecordScope],
    referralType: referralTypeLabels[type as ReferralType],
    cellPhone: cellPhone === null ? null : formatPhone(cellPhone),
    givenSmsConsent: givenSmsConsent ? 'Yes' : 'No',
  };
}

/** The changed fields, in the order of the wizard. */
export function differencesOf(before: Described, after: Described): ReferralChange[] {
  return referralChangeFields.flatMap((field) => {
    if (field === 'records') return [];
    const [from, to] = [before[field], after[field]];
    return from === to ? [] : [{ field, from, to }];
  });
}
