import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import { completeWorkQueueItems, workQueueTexts, type ItemResult } from '@careloop/contracts/work-queues/items';
import { Button, Checkbox, Stack, Text } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { Callout } from '../../ui/Callout.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { toast } from '../../ui/toasts.tsx';
import { patientName } from '../patients/shared/PatientBanner.tsx';
import { patientFacts } from '../patients/shared/patientFacts.ts';
import { changedByItems } from './changedByItems.ts';
import { itemFacts } from './itemFacts.ts';
import { ItemResults } from './ItemResults.tsx';
import { ShareItemsDialog } from './ShareItemsDialog.tsx';
import classes from './WorkQueuesPage.module.css';

/** Something to do with several items of the list at once. */
export function SeveralItems({ items }: { items: readonly WorkQueueItem[] }): ReactNode {
  // As the list was when the dialog opened: what arrives meanwhile must not slip into the choice.
  const [opened, setOpened] = useState<readonly WorkQueueItem[]>();
  return (
    <>
      <Button variant="default" size="compact-sm" disabled={items.length === 0} onClick={() => setOpened(items)}>
        Select several
      </Button>
      {opened !== undefined && <SeveralItemsDialog items={opened} onClose={() => setOpened(undefined)} />}
    </>
  );
}

interface SeveralItemsDialogProps {
  items: readonly WorkQueueItem[];
  onClose: () => void;
}

function SeveralItemsDialog({ items, onClose }: SeveralItemsDialogProps): ReactNode {
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isSharing, setSharing] = useState(false);
  const [results, setResults] = useState<readonly ItemResult[]>();
  const picked = items.filter(({ workQueueEncounterId }) => chosen.has(workQueueEncounterId));
  const complete = useCall(completeWorkQueueItems, {
    invalidates: changedByItems,
    onSuccess: (output) => {
      if (output.results.some(({ isDone }) => !isDone)) return setResults(output.results);
      toast.success(workQueueTexts.itemUpdated);
      onClose();
    },
  });
  if (isSharing) return <ShareItemsDialog items={picked} onClose={onClose} />;
  const warning = picked.find(({ completionWarning }) => completionWarning !== null)?.completionWarning;
  return (
    <Dialog
      opened
      title="Complete or share several items"
      onClose={onClose}
      footer={
        results === undefined ? (
          <>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button variant="default" disabled={picked.length === 0} onClick={() => setSharing(true)}>
              Share {picked.length}
            </Button>
            <Button
              disabled={picked.length === 0}
              loading={complete.isPending}
              onClick={() =>
                complete.mutate({
                  items: picked.map(({ workQueueEncounterId, version }) => ({ workQueueEncounterId, version })),
                })
              }
            >
              Complete {picked.length}
            </Button>
          </>
        ) : (
          <Button data-autofocus onClick={onClose}>
            Close
          </Button>
        )
      }
    >
      {results === undefined ? (
        <Stack gap="md">
          <Choices items={items} chosen={chosen} onChange={setChosen} />
          {warning !== undefined && warning !== null && <Callout tone="warning">{warning}</Callout>}
        </Stack>
      ) : (
        <ItemResults items={items} results={results} doneLabel="Completed" />
      )}
    </Dialog>
  );
}

interface ChoicesProps {
  items: readonly WorkQueueItem[];
  chosen: ReadonlySet<number>;
  onChange: (chosen: ReadonlySet<number>) => void;
}

function Choices({ items, chosen, onChange }: ChoicesProps): ReactNode {
  const open = items.filter(({ status }) => status === 'open');
  const toggle = (key: number) =>
    onChange(new Set(chosen.has(key) ? [...chosen].filter((one) => one !== key) : [...chosen, key]));
  const areAll = open.length > 0 && chosen.size === open.length;
  return (
    <fieldset className={classes.group}>
      <legend className="visually-hidden">Items of this page</legend>
      <Checkbox
        label={`All ${open.length} of this page`}
        disabled={open.length === 0}
        checked={areAll}
        indeterminate={chosen.size > 0 && !areAll}
        onChange={() => onChange(new Set(areAll ? [] : open.map(({ workQueueEncounterId }) => workQueueEncounterId)))}
      />
      <div className={classes.choices}>
        {open.map((item) => (
          <Checkbox
            key={item.workQueueEncounterId}
            label={
              <>
                {patientName(item.patient)} · {patientFacts(item.patient)}
                <Text span display="block" fz="xs" c="dimmed">
                  {itemFacts(item)}
                </Text>
              </>
            }
            checked={chosen.has(item.workQueueEncounterId)}
            onChange={() => toggle(item.workQueueEncounterId)}
          />
        ))}
      </div>
    </fieldset>
  );
}
