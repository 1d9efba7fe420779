import type { InputOf } from '@careloop/contracts/endpoint';
import type { PatientSummary } from '@careloop/contracts/patients';
import { referralDraftContent, referralDraftLimit } from '@careloop/contracts/referrals/drafts';
import type { ListedDraft, ReferralDraft, saveReferralDraft } from '@careloop/contracts/referrals/drafts';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

import { principalOf } from '../../platform/identity/actor.ts';
import type { Actor } from '../../platform/identity/actor.ts';
import { maySeePatient } from '../../core/access/patientAccess.ts';
import type { Db } from '../../platform/db/client.ts';
import { iso, shape } from '../../platform/db/shape.ts';
import { proposed, writes } from '../../platform/db/writes.ts';
import { patientSummary } from '../patients/shared/queries/patients.ts';

// Drafts of referrals, saved with a version in the same way as message drafts (decision 025).

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

/** The draft for a patient, or null. The caller has checked access to the patient. */
export async function findDraft(db: Db, actor: Actor, patientId: number): Promise<ReferralDraft | null> {
  const { rows } = await keptDraft.from`referral_draft d where ${isOwn(actor, patientId)}`.execute(db);
  // An older version of the product may have stored another format.
  const content = referralDraftContent.safeParse(rows[0]?.content);
  return rows[0] === undefined || !content.success ? null : { ...rows[0], content: content.data };
}

interface MineDraft extends KeptDraft {
  patient: PatientSummary;
}

const mineDraft = shape<MineDraft, { d: 'referral_draft'; p: 'patient' }>({
  ...keptDraft.columns,
  patient: patientSummary.nested,
});

/** The actor's drafts for patients they may see, latest first; drafts that cannot be parsed are left out. */
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

/** Saves or removes a draft, unless the stored version is one the caller has not seen: then returns the stored draft. */
export async function saveDraft(
  db: Db,
  actor: Actor,
  input: InputOf<typeof saveReferralDraft>,
): Promise<ReferralDraft | null> {
  const { patientId, seen, content } = input;
  if (content === null) {
    await removeDraft(db, actor, patientId, seen);
    return findDraft(db, actor, patientId);
  }
  const draft = { ...input, content };
  if (await upsertDraft(db, actor, draft, sql<boolean>`referral_draft.version = any(${seen}::uuid[])`)) return null;
  const current = await findDraft(db, actor, patientId);
  // The stored draft was removed or cannot be parsed, so no one can continue it.
  if (current === null) await upsertDraft(db, actor, draft, sql<boolean>`true`);
  return current;
}

type KeptInput = InputOf<typeof saveReferralDraft> & { content: object };

const columnsOf = writes<KeptInput, 'referral_draft', 'patientId' | 'seen'>()({
  version: 'version',
  content: (content) => ({ content: JSON.stringify(content) }),
});

/** Returns whether the draft was saved. */
async function upsertDraft(db: Db, actor: Actor, input: KeptInput, mayReplace: RawBuilder<boolean>): Promise<boolean> {
  const columns = columnsOf(input);
  const saved = await db
    .insertInto('referral_draft')
    .values({ ...columns, user_id: actor.userId, member_user_id: principalOf(actor), patient_id: input.patientId })
    .onConflict((conflict) =>
      conflict
        .constraint('referral_draft_once')
        .doUpdateSet({ ...proposed(columns), updated_at: sql<Date>`now()` })
        .where(mayReplace),
    )
    .returning('version')
    .executeTakeFirst();
  return saved !== undefined;
}

/** Removes a draft if it has one of these versions. */
export async function removeDraft(db: Db, actor: Actor, patientId: number, versions: readonly string[]): Promise<void> {
  if (versions.length === 0) return;
  await sql`delete from referral_draft d where ${isOwn(actor, patientId)} and d.version = any(${[...versions]}::uuid[])`.execute(
    db,
  );
}
