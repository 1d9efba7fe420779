import { setWorkQueueItemCompleted, workQueueTexts, type WorkQueueItem } from '@careloop/contracts/work-queues';
import type { ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { ActionButton } from '../../components/ActionButton.tsx';
import { toast } from '../../ui/toasts.tsx';
import { changedByItems } from './changedByItems.ts';

export interface ItemActionsProps {
  item: WorkQueueItem;
  onCompleting: () => void;
  onCompleted: () => void;
}

/** Completes an item by hand, or opens it again; only for items that are not completed by an answer. */
export function ItemActions({ item, onCompleting, onCompleted }: ItemActionsProps): ReactNode {
  const { can, workQueueEncounterId, version, status } = item;
  const set = useCall(setWorkQueueItemCompleted, {
    invalidates: changedByItems,
    onSuccess: (_, { setCompleted }) => {
      toast.success(workQueueTexts.itemUpdated);
      if (setCompleted) onCompleted();
    },
  });
  const isOpen = status === 'open';
  const allowance = isOpen ? can.complete : can.reopen;
  if (allowance !== true) return null;
  return (
    <ActionButton
      allowance={allowance}
      variant="default"
      loading={set.isPending}
      onClick={() => {
        if (isOpen) onCompleting();
        set.mutate({ workQueueEncounterId, version, setCompleted: isOpen });
      }}
    >
      {isOpen ? 'Complete' : 'Reopen'}
    </ActionButton>
  );
}
