import type { InputOf } from '@careloop/contracts/endpoint';
import type { PatientSummary } from '@careloop/contracts/patients';
import { referralDraftContent, referralDraftLimit } from '@careloop/contracts/referrals/drafts';
import type { ListedDraft, ReferralDraft, saveReferralDraft } from '@careloop/contracts/referrals/drafts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { principalOf } from '../../access/actor.ts';
import type { Actor } from '../../access/actor.ts';
import { maySeePatient } from '../../access/patientAccess.ts';
import type { Db } from '../../db/client.ts';
import { iso, shape } from '../../db/shape.ts';
import { patientSummary } from '../patients/queries.ts';

// Referrals that are not sent yet, saved by version as drafts of messages are (decision 025).

interface KeptDraft extends Omit<ReferralDraft, 'content'> {
  content: unknown;
}

const keptDraft = shape<KeptDraft, { d: 'referral_draft' }>({
  content: 'd.content',
  version: 'd.version',
  savedAt: iso('d.updated_at'),
});

const isOwn = (actor: Actor, patientId: number) =>
  sql<boolean>`d.user_id = ${actor.userId} and d.member_user_id = ${principalOf(actor)} and d.patient_id = ${patientId}`;

/** The draft of a patient, or null. The caller has checked the patient. */
export async function findDraft(db: Db, actor: Actor, patientId: number): Promise<ReferralDraft | null> {
  const { rows } = await keptDraft.from`referral_draft d where ${isOwn(actor, patientId)}`.execute(db);
  // What an older version of the product wrote may be of another form.
  const content = referralDraftContent.safeParse(rows[0]?.content);
  return rows[0] === undefined || !content.success ? null : { ...rows[0], content: content.data };
}

interface MineDraft extends KeptDraft {
  patient: PatientSummary;
}

const mineDraft = shape<MineDraft, { d: 'referral_draft'; p: 'patient' }>({
  ...keptDraft.columns,
  patient: patientSummary.json,
});

/** The actor's drafts of patients they may see, the latest first; those that cannot be read any more are left out. */
export async function findDrafts(db: Db, actor: Actor): Promise<ListedDraft[]> {
  const { rows } = await mineDraft.from`referral_draft d join patient p on p.patient_id = d.patient_id
    where d.user_id = ${actor.userId} and d.member_user_id = ${principalOf(actor)} and ${maySeePatient(actor)}
    order by d.updated_at desc, d.referral_draft_id desc limit ${referralDraftLimit}`.execute(db);
  return rows.flatMap(({ content, patient, version, savedAt }) => {
    const read = referralDraftContent.safeParse(content);
    if (!read.success) return [];
    const { chooseProvider, referralReason, step } = read.data;
    const { healthcareProvider: provider, healthcareProviderSpecialty: specialty } = chooseProvider;
    return [
      {
        patient,
        referredToName: provider?.fullName ?? null,
        specialtyName: provider?.specialty ?? specialty?.name ?? null,
        referralReason: referralReason.referralReason,
        urgencyDays: referralReason.urgencyDays,
        step,
        version,
        savedAt,
      },
    ];
  });
}

/** Saves or removes a draft, unless another version than those the caller saw is there: then answers that one. */
export async function saveDraft(
  db: Db,
  actor: Actor,
  { patientId, version, seen, content }: InputOf<typeof saveReferralDraft>,
): Promise<ReferralDraft | null> {
  if (content === null) {
    await removeDraft(db, actor, patientId, seen);
    return findDraft(db, actor, patientId);
  }
  const draft = { patientId, version, content };
  if (await upsertDraft(db, actor, draft, sql<boolean>`d.version = any(${seen}::uuid[])`)) return null;
  const current = await findDraft(db, actor, patientId);
  // It is gone by now, or nothing that can be read: nobody can go on with it.
  if (current === null) await upsertDraft(db, actor, draft, sql<boolean>`true`);
  return current;
}

/** Answers whether it was saved. */
async function upsertDraft(
  db: Db,
  actor: Actor,
  { patientId, version, content }: Pick<InputOf<typeof saveReferralDraft>, 'patientId' | 'version' | 'content'>,
  mayReplace: RawBuilder<boolean>,
): Promise<boolean> {
  const { rows } = await sql`
    insert into referral_draft as d (user_id, member_user_id, patient_id, content, version)
    values (${actor.userId}, ${principalOf(actor)}, ${patientId}, ${JSON.stringify(content)}::jsonb, ${version})
    on conflict on constraint referral_draft_once do update
      set content = excluded.content, version = excluded.version, updated_at = now()
      where ${mayReplace}
    returning d.version`.execute(db);
  return rows.length > 0;
}

/** Removes a draft if it is one of these versions. */
export async function removeDraft(db: Db, actor: Actor, patientId: number, versions: readonly string[]): Promise<void> {
  await sql`delete from referral_draft d where ${isOwn(actor, patientId)} and d.version = any(${[...versions]}::uuid[])`.execute(
    db,
  );
}
