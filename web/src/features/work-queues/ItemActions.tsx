import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import { claimWorkQueueItem, setWorkQueueItemCompleted, workQueueTexts } from '@careloop/contracts/work-queues/items';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { ActionRow, type RowAction } from '../../components/ActionRow.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { DialogSubject } from '../patients/shared/DialogSubject.tsx';
import { toast } from '../../ui/toasts.tsx';
import { otherClaimOf } from './ItemClaim.tsx';
import { ShareItemsDialog } from './lazyDialogs.ts';

export interface ItemActionsProps {
  item: WorkQueueItem;
  onCompleting: () => void;
  /** Receives the item's new version. */
  onCompleted: (version: number) => void;
  onReopened: () => void;
}

/** Actions on the item itself, for an item without a subject that has actions of its own. */
export function ItemActions(props: ItemActionsProps): ReactNode {
  const { actions, dialog } = useItemActions(props);
  return (
    <>
      <ActionRow actions={actions} />
      {dialog}
    </>
  );
}

interface OfMaybeItem extends Omit<ItemActionsProps, 'item'> {
  item: WorkQueueItem | undefined;
}

/** Actions on the item itself: take it, remove it from the queue or put it back, share it. None once it left the list. */
export function useItemActions({ item, onCompleting, onCompleted, onReopened }: OfMaybeItem): {
  actions: readonly RowAction[];
  /** Where the actions are shown. */
  dialog: ReactNode;
} {
  const [isSharing, setSharing] = useState(false);
  const set = useCall(setWorkQueueItemCompleted, {
    onSuccess: (output, { setCompleted }) => {
      toast.success(workQueueTexts.itemUpdated);
      if (setCompleted) onCompleted(output.version);
      else onReopened();
    },
  });
  const claim = useCall(claimWorkQueueItem, { onError: 'toast' });
  if (item === undefined) return { actions: [], dialog: null };
  const { can, workQueueEncounterId, version, status, sharedCount } = item;
  const isOpen = status === 'open';
  const isMine = can.release === true;
  const toggle = async () => {
    if (isOpen && !(await agreesToComplete(item))) return;
    if (isOpen) onCompleting();
    set.mutate({ workQueueEncounterId, version, setCompleted: isOpen });
  };
  const take: RowAction = {
    id: 'take',
    label: isMine ? 'Give back' : 'Take',
    shortcut: 'w',
    shortcutLabel: isMine ? 'Give item back' : 'Take item',
    allowance: isMine || can.claim,
    isPending: claim.isPending,
    onStart: () => claim.mutate({ workQueueEncounterId, isClaimed: !isMine }),
  };
  const complete: RowAction = {
    label: isOpen ? 'Remove from queue' : 'Put back in queue',
    shortcut: 'c',
    allowance: isOpen ? can.complete : can.reopen,
    isPending: set.isPending,
    onStart: () => void toggle(),
  };
  const share: RowAction = {
    label: sharedCount === 0 ? 'Share' : `Shared with ${sharedCount}`,
    shortcut: 's',
    shortcutLabel: 'Share item',
    allowance: can.share,
    onStart: () => setSharing(true),
  };
  return {
    actions: [...(isOpen ? [take] : []), complete, share],
    dialog: isSharing && <ShareItemsDialog items={[item]} onClose={() => setSharing(false)} />,
  };
}

/**
 * Removing an item does not answer its subject: if it is unanswered, warns and asks; also if somebody else is working on it.
 */
async function agreesToComplete(item: WorkQueueItem): Promise<boolean> {
  const { patient, completionWarning } = item;
  const claimer = otherClaimOf(item);
  const warnings = [claimer && `${claimer} is working on this item.`, completionWarning].filter((one) => one !== null);
  if (warnings.length === 0) return true;
  return confirm({
    title: completionWarning === null ? 'Remove what somebody else is working on?' : 'Remove without an answer?',
    message: <DialogSubject patient={patient} consequence={warnings.join(' ')} />,
    yes: 'Remove from queue',
    no: 'Cancel',
  });
}
