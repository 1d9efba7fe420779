import { createHash } from 'node:crypto';

import type { contactFields, referralReasonFields } from '@careloop/contracts/referrals';
import { sql } from 'kysely';
import type { z } from 'zod';

import type { Db } from '../../platform/db/client.ts';
import { batchedInsert } from '../../platform/db/batchedInsert.ts';
import { iso, shape } from '../../platform/db/shape.ts';
import { beforeCommit } from '../../platform/db/transaction.ts';

/** The fields of the wizard that a referral stores as they are. */
export type RequestFields = Omit<z.output<typeof referralReasonFields>, 'diagnosisCodedConceptId' | 'referralType'> &
  z.output<typeof contactFields> & { referralType: string };

/** The content of a referral when it is sent. The order of the keys is part of the text whose digest is stored. */
interface SentContent extends RequestFields {
  referralId: number;
  patientId: number;
  referredByHealthcareProviderId: number | null;
  healthcareProviderId: number | null;
  healthcareProviderAddressInfoId: number | null;
  healthcareProviderSpecialtyId: number | null;
  dueAt: string;
  diagnosis: string | null;
  notPreferredReason: string | null;
  notPreferredAdditionalInfo: string | null;
  providerSelectionReason: string | null;
  recordScope: string;
  /** As text: the keys of its parts are not among those of the content. */
  protocol: string | null;
  /** SHA-256 of each attached chart, ordered by id. */
  charts: string[];
  version: number;
}

const sentContent = shape<SentContent, { r: 'referral'; dx?: 'diagnosis_code' }>({
  referralId: 'r.referral_id',
  patientId: 'r.patient_id',
  referredByHealthcareProviderId: 'r.referred_by_healthcare_provider_id',
  healthcareProviderId: 'r.healthcare_provider_id',
  healthcareProviderAddressInfoId: 'r.healthcare_provider_address_info_id',
  healthcareProviderSpecialtyId: 'r.healthcare_provider_specialty_id',
  referralReason: 'r.referral_reason',
  urgencyDays: 'r.urgency_days',
  dueAt: iso('r.due_at'),
  diagnosis: 'dx.code',
  additionalInfo: 'r.additional_info',
  authorizationCode: 'r.authorization_code',
  caregiverName: 'r.caregiver_name',
  cellPhone: 'r.cell_phone',
  givenSmsConsent: 'r.given_sms_consent',
  notPreferredReason: 'r.not_preferred_reason',
  notPreferredAdditionalInfo: 'r.not_preferred_additional_info',
  charts: sql`array_to_json(array(select sc.sha256 from sent_chart sc
    where sc.referral_id = r.referral_id and not sc.is_consult_note order by sc.sent_chart_id))`,
  version: 'r.version',
  referralType: 'r.referral_type',
  providerSelectionReason: 'r.provider_selection_reason',
  recordScope: 'r.record_scope',
  protocol: sql`r.protocol::text`,
});

/** Keys that were added later, each with the value that a referral had which was sent without it. */
const laterKeys = {
  referralType: 'physician_consultation',
  providerSelectionReason: null,
  recordScope: 'whole',
  protocol: null,
} as const;

const sha256Of = (text: string) => createHash('sha256').update(text).digest('hex');

/** The current content of a referral. */
async function findContent(db: Db, referralId: number): Promise<SentContent | undefined> {
  const { rows } = await sentContent.from`referral r
    left join diagnosis_code dx on dx.coded_concept_id = r.diagnosis_coded_concept_id
    where r.referral_id = ${referralId}`.execute(db);
  return rows[0];
}

const textOf = (current: SentContent, keys = Object.keys(sentContent.columns)) => JSON.stringify(current, keys);

/** The text of the current content with the keys that a referral had when it was sent; undefined if another key has a new value. */
function textAsSent(current: SentContent, content: string): string | undefined {
  const keys = new Set(Object.keys(JSON.parse(content) as object));
  const isNew = (Object.keys(laterKeys) as (keyof typeof laterKeys)[]).some(
    (key) => !keys.has(key) && current[key] !== laterKeys[key],
  );
  return isNew
    ? undefined
    : textOf(
        current,
        Object.keys(sentContent.columns).filter((key) => keys.has(key)),
      );
}

const sentContents = batchedInsert('referral_contents', 'referral_sent', {
  referral_id: 'bigint',
  version: 'int',
  content: 'text',
  sha256: 'text',
});

/**
 * Stores the content of a referral as sent or changed by its sender, with the digest printed on its summary. Called in the
 * transaction that sends or changes it, after its charts are stored.
 */
export async function saveSentContent(db: Db, referralId: number): Promise<void> {
  const current = await findContent(db, referralId);
  if (current === undefined) return;
  const content = textOf(current);
  await beforeCommit(db, sentContents, [
    { referral_id: referralId, version: current.version, content, sha256: sha256Of(content) },
  ]);
}

/** Computes the digests of the stored content and of the referral's current content. Null if no content was stored. */
export async function checkSent(db: Db, referralId: number) {
  const kept = await db
    .selectFrom('referral_sent')
    .select(['content', 'sha256', 'version'])
    .where('referral_id', '=', referralId)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst();
  const current = await findContent(db, referralId);
  if (kept === undefined || current === undefined) return null;
  const { content, sha256: hash, version } = kept;
  const { recordScope = laterKeys.recordScope } = JSON.parse(content) as Partial<SentContent>;
  // An account that the provider got later may open less than what was sent said (decision 090), which nobody changed.
  if (current.recordScope === 'attached') current.recordScope = recordScope;
  return {
    hash,
    isIntact: sha256Of(content) === hash,
    isUnchanged: sha256Of(textAsSent({ ...current, version }, content) ?? '') === hash,
  };
}
