import { saveReferralDraft, type ReferralDraft } from '@careloop/contracts/referrals/drafts';
import { useEffect, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { call } from '../../../api/call.ts';
import { DraftSaver, useSaveOnLeaving } from '../../../api/draftSaver.ts';
import { useStore } from '../../../lib/store.ts';
import { draftContent, type Follows, type WizardResult, type WizardValues } from './wizardForm.ts';

/** While the wizard is filled in, milliseconds between two saves (docs/domain/referrals.md). */
const saveDelay = 1000;

/**
 * Saves the wizard's values on the server: shortly after each change, with each step, and when the wizard is left.
 * @param saved the draft to continue
 * @param follows the referral or consultation that this one follows
 * @param replaced an earlier draft that was not continued
 */
export function useReferralDraft(
  patientId: number,
  form: UseFormReturn<WizardValues, unknown, WizardResult>,
  saved: ReferralDraft | null,
  follows: Follows,
  replaced: ReferralDraft | null = null,
) {
  const [draft] = useState(() =>
    createDraft(patientId, { saved, replaced }, (step) => draftContent(form.getValues(), step, follows)),
  );
  useEffect(() => form.subscribe({ formState: { values: true }, callback: () => draft.noteChange() }), [form, draft]);
  useSaveOnLeaving(draft);

  const isThere = () => form.formState.isDirty || saved !== null;
  return {
    draft,
    ...useStore(draft.state),
    /** Whether there is a draft that would remain after leaving. */
    isThere,
    noteStep: (index: number) => {
      draft.noteStep(index);
      if (!isThere()) return;
      draft.noteChange();
      void draft.save();
    },
  };
}

/** @param content returns the wizard's values at this step */
function createDraft(
  patientId: number,
  { saved, replaced }: Record<'saved' | 'replaced', ReferralDraft | null>,
  content: (step: number) => ReturnType<typeof draftContent>,
) {
  const saver = new DraftSaver<ReturnType<typeof content> | null, ReferralDraft>(
    {
      delay: saveDelay,
      write: (save, outlivesPage) => call(saveReferralDraft, { patientId, ...save }, { outlivesPage }),
    },
    saved ?? replaced,
  );
  let step = saved?.content.step ?? 0;
  /** True while it is being sent or after it was discarded: nothing is saved. */
  let isOver = false;
  let isChangedAgain = false;
  const noteChange = () => {
    if (isOver) isChangedAgain = true;
    else saver.change(content(step));
  };
  const take = async (): Promise<string[]> => {
    isOver = true;
    isChangedAgain = !saver.isSaved;
    saver.take();
    await saver.saving;
    return saver.take();
  };
  return {
    state: saver.state,
    noteChange,
    noteStep: (index: number) => {
      step = index;
    },
    save: (isPageLeft?: boolean) => saver.save(isPageLeft),
    keepMine: () => saver.keepMine(),
    /** Stops saving, because the referral is being sent. Resolves to the versions that sending removes. */
    take,
    /** Resumes saving after a failed send. */
    giveBack: () => {
      isOver = false;
      if (isChangedAgain) noteChange();
    },
    /** Removes the draft. Resolves to whether it is gone. */
    discard: async (): Promise<boolean> => {
      await take();
      saver.change(null);
      return await saver.save();
    },
  };
}
