import { duplicateTexts } from '@careloop/contracts/duplicates';
import type { DuplicateStatus } from '@careloop/contracts/duplicates';

import type { Policy } from '../../core/access/authorize.ts';

/** The data that the rules for a pair of possible duplicates depend on. Access was checked when the pair was loaded. */
export interface DuplicateRules {
  status: DuplicateStatus;
  /** The reason a merge can no longer be undone. */
  undoBlocker: string | null;
}

export type DuplicateAction = 'merge' | 'keepApart' | 'reopen' | 'undoMerge';

export const duplicatePolicy: Policy<DuplicateRules, DuplicateAction> = {
  merge: (_actor, { status }) => {
    if (status === 'merged') return duplicateTexts.alreadyMerged;
    return status === 'open' ? true : duplicateTexts.keptApart;
  },
  keepApart: (_actor, { status }) => status === 'open' || duplicateTexts.notOpen,
  reopen: (_actor, { status }) => status === 'kept_apart' || duplicateTexts.notKeptApart,
  undoMerge: (_actor, { status, undoBlocker }) => {
    if (status !== 'merged') return duplicateTexts.notMerged;
    return undoBlocker ?? true;
  },
};
