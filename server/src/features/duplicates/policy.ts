import { duplicateTexts } from '@careloop/contracts/duplicates';
import type { DuplicateStatus } from '@careloop/contracts/duplicates';

import type { Policy } from '../../access/authorize.ts';

/** What the rules about a pair of possible duplicates look at. Only who may review the client's patients has found it. */
export interface DuplicateRules {
  status: DuplicateStatus;
  /** Why a merge cannot be undone any more. */
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
