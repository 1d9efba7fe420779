import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import { claimWorkQueueItem, setWorkQueueItemCompleted, workQueueTexts } from '@careloop/contracts/work-queues/items';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { KeyedActionButton } from '../../components/KeyedActionButton.tsx';
import { confirm } from '../../ui/confirm.tsx';
import { DialogSubject } from '../patients/shared/DialogSubject.tsx';
import { toast } from '../../ui/toasts.tsx';
import { ShareItemsDialog } from './ShareItemsDialog.tsx';
import classes from './WorkQueuesPage.module.css';

export interface ItemActionsProps {
  item: WorkQueueItem;
  onCompleting: () => void;
  /** Receives the item's new version. */
  onCompleted: (version: number) => void;
  onReopened: () => void;
}

/** Actions on the item itself: work on it, share it, complete it or reopen it. */
export function ItemActions({ item, onCompleting, onCompleted, onReopened }: ItemActionsProps): ReactNode {
  const [isSharing, setSharing] = useState(false);
  const { can, workQueueEncounterId, version, status, sharedCount } = item;
  const isOpen = status === 'open';
  const set = useCall(setWorkQueueItemCompleted, {
    onSuccess: (output, { setCompleted }) => {
      toast.success(workQueueTexts.itemUpdated);
      if (setCompleted) onCompleted(output.version);
      else onReopened();
    },
  });
  const toggle = async () => {
    if (isOpen && !(await agreesToComplete(item))) return;
    if (isOpen) onCompleting();
    set.mutate({ workQueueEncounterId, version, setCompleted: isOpen });
  };
  return (
    <div className={classes.actions}>
      {isOpen && <ClaimButton item={item} />}
      <KeyedActionButton
        shortcut="s"
        shortcutLabel="Share item"
        allowance={can.share}
        variant="default"
        onClick={() => setSharing(true)}
      >
        {sharedCount === 0 ? 'Share' : `Shared with ${sharedCount}`}
      </KeyedActionButton>
      <KeyedActionButton
        shortcut="c"
        shortcutLabel={isOpen ? 'Complete item' : 'Reopen item'}
        allowance={isOpen ? can.complete : can.reopen}
        variant="default"
        loading={set.isPending}
        onClick={() => void toggle()}
      >
        {isOpen ? 'Complete' : 'Reopen'}
      </KeyedActionButton>
      {isSharing && <ShareItemsDialog items={[item]} onClose={() => setSharing(false)} />}
    </div>
  );
}

/** Completing an item does not answer its subject: if it is unanswered, warns and asks. */
async function agreesToComplete({ patient, completionWarning }: WorkQueueItem): Promise<boolean> {
  if (completionWarning === null) return true;
  const message = <DialogSubject patient={patient} consequence={completionWarning} />;
  return confirm({ title: 'Complete without an answer?', message, yes: 'Complete', no: 'Cancel' });
}

function ClaimButton({ item }: { item: WorkQueueItem }): ReactNode {
  const { can, workQueueEncounterId } = item;
  const set = useCall(claimWorkQueueItem, { onError: 'toast' });
  const isMine = can.release === true;
  const toggle = () => set.mutate({ workQueueEncounterId, isClaimed: !isMine });
  return (
    <KeyedActionButton
      shortcut="w"
      shortcutLabel={isMine ? 'Stop working on item' : 'Work on item'}
      allowance={isMine || can.claim}
      variant="default"
      loading={set.isPending}
      onClick={toggle}
    >
      {isMine ? 'Stop working on it' : 'Work on it'}
    </KeyedActionButton>
  );
}
