import type { ReferralDraft } from '@careloop/contracts/referrals/drafts';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { useStore } from '../../../lib/store.ts';
import { DraftSaver } from './draftSaver.ts';
import { draftContent, type Follows, type WizardResult, type WizardValues } from './wizardForm.ts';

/**
 * Saves what the wizard holds on the server: shortly after each change, with each step, and when it is left.
 * @param saved the draft it goes on with
 * @param follows the referral or consultation that this one follows
 */
export function useReferralDraft(
  patientId: number,
  form: UseFormReturn<WizardValues, unknown, WizardResult>,
  saved: ReferralDraft | null,
  follows: Follows,
) {
  const [draft] = useState(
    () => new DraftSaver(patientId, saved, (step) => draftContent(form.getValues(), step, follows)),
  );
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => draft.noteChange() }), [form, draft]);
  useEffect(() => {
    const savePageLeft = () => void draft.save(true);
    window.addEventListener('pagehide', savePageLeft);
    return () => {
      window.removeEventListener('pagehide', savePageLeft);
      void draft.save();
    };
  }, [draft]);

  const isThere = () => form.formState.isDirty || saved !== null;
  return {
    draft,
    ...useStore(draft.state),
    /** Whether leaving would leave anything behind. */
    isThere,
    noteStep: (index: number) => {
      draft.noteStep(index);
      if (!isThere()) return;
      draft.noteChange();
      void draft.save();
    },
  };
}
