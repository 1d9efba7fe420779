import { referredTo } from '@careloop/contracts/referrals/answerWords';
import { patientName } from '@careloop/contracts/patients/identity';
import { WorkQueueStatus } from '@careloop/contracts/codes';
import type { CallOf } from '@careloop/contracts/endpoint';
import { listWorkQueueItemsByStatus, type WorkQueueItem } from '@careloop/contracts/work-queues';
import {
  completeWorkQueueItems,
  mostItems,
  reopenWorkQueueItems,
  workQueueTexts,
  type ChangedResult,
  type ItemResult,
} from '@careloop/contracts/work-queues/items';
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { memo, useState, type Dispatch, type ReactNode, type SetStateAction } from 'react';
import { call } from '../../api/call.ts';
import { presentError } from '../../api/presentError.ts';
import { useCall } from '../../api/query.ts';
import { confirm } from '../../ui/confirm.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogCancel } from '../../ui/DialogCancel.tsx';
import { toast } from '../../ui/toasts.tsx';
import { useDirtyDialog } from '../../ui/useDirtyDialog.ts';
import { patientFacts } from '../patients/shared/patientFacts.ts';
import { UrgencyBadge } from '../referrals/shared/ReferralBadges.tsx';
import { ReferralNextFact } from '../referrals/shared/ReferralNextFact.tsx';
import { ItemClaim, otherClaimOf } from './ItemClaim.tsx';
import { itemFacts, ItemResults } from './ItemResults.tsx';
import classes from './WorkQueuesPage.module.css';
import { ShareItemsDialog } from './lazyDialogs.ts';
import { formatNumber } from '../../ui/numbers.ts';

interface SeveralItemsProps {
  /** Items of this page. */
  items: readonly WorkQueueItem[];
  /** The list's input. */
  list: ListInput;
  /** Number of items on all pages. */
  total: number;
}

interface SeveralItemsButtonProps extends SeveralItemsProps {
  /** Receives the items that the user put back. */
  onReopened: (workQueueEncounterIds: number[]) => void;
}

/** Items with what became of each of them. */
interface Outcome {
  items: readonly WorkQueueItem[];
  results: readonly ItemResult[];
}

/** Button for actions on several open items of the list at once; none in a list of completed ones. */
export function SeveralItems({ items, list, total, onReopened }: SeveralItemsButtonProps): ReactNode {
  // A snapshot of the list when the dialog opened: new items must not slip into the selection.
  const [opened, setOpened] = useState<SeveralItemsProps>();
  const [notUndone, setNotUndone] = useState<Outcome>();
  const reopen = useCall(reopenWorkQueueItems);
  // Here and not in the dialog, which is closed by then.
  const undo = async (removed: readonly WorkQueueItem[], completed: readonly ChangedResult[]) => {
    const changed = completed.flatMap(({ workQueueEncounterId, version }) =>
      version === null ? [] : [{ workQueueEncounterId, version }],
    );
    const answer = await reopen.submit({ items: changed });
    if (answer === undefined) return;
    const { results } = answer;
    const done = results.filter(({ isDone }) => isDone);
    onReopened(done.map(({ workQueueEncounterId }) => workQueueEncounterId));
    if (done.length === results.length) {
      toast.success(`${countedItems(done.length)} put back`);
      return;
    }
    toast.warning(
      `${formatNumber(results.length - done.length)} of ${countedItems(results.length)} could not be put back.`,
    );
    setNotUndone({ items: removed, results });
  };
  const isOffered = list.status !== WorkQueueStatus.completed || opened !== undefined;
  return (
    <>
      {isOffered && (
        <Button
          variant="default"
          size="compact-sm"
          disabled={items.length === 0}
          onClick={() => setOpened({ items, list, total })}
        >
          Select several
        </Button>
      )}
      {opened !== undefined && (
        <SeveralItemsDialog
          {...opened}
          onClose={() => setOpened(undefined)}
          onUndo={(...removed) => void undo(...removed)}
        />
      )}
      {notUndone !== undefined && (
        <Dialog
          opened
          title="Put items back"
          size={600}
          onClose={() => setNotUndone(undefined)}
          footer={
            <Button data-autofocus onClick={() => setNotUndone(undefined)}>
              Close
            </Button>
          }
        >
          <ItemResults {...notUndone} doneLabel="Put back" />
        </Dialog>
      )}
    </>
  );
}

interface SeveralItemsDialogProps extends SeveralItemsProps {
  onClose: () => void;
  /** Puts back those of the items that were removed. */
  onUndo: (items: readonly WorkQueueItem[], results: readonly ChangedResult[]) => void;
}

function SeveralItemsDialog(props: SeveralItemsDialogProps): ReactNode {
  const { onClose, onUndo } = props;
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const all = useMutation({
    mutationFn: () => loadOpenItems(props.list),
    onSuccess: (loaded) => setChosen(idsOf(loaded)),
    onError: (error) => presentError(error, { retry: () => all.mutate() }),
  });
  const items = all.data ?? props.items;
  const [isSharing, setSharing] = useState(false);
  const [results, setResults] = useState<readonly ChangedResult[]>();
  const picked = items.filter(({ workQueueEncounterId }) => chosen.has(workQueueEncounterId));
  const complete = useCall(completeWorkQueueItems, {
    onSuccess: (output) => {
      if (output.results.some(({ isDone }) => !isDone)) return setResults(output.results);
      toast.undoable(workQueueTexts.itemUpdated, () => onUndo(picked, output.results));
      onClose();
    },
  });
  const isDirty = chosen.size > 0 && results === undefined;
  // While sharing, the dialog for that asks instead.
  const { guarded } = useDirtyDialog({ isDirty, isSaving: isSharing || complete.isPending, onClose });
  if (isSharing) return <ShareItemsDialog items={picked} onClose={onClose} />;
  const completePicked = async () => {
    if (!(await agreesToCompleteAll(picked))) return;
    complete.mutate({
      items: picked.map(({ workQueueEncounterId, version, claim }) => ({
        workQueueEncounterId,
        version,
        seenClaimUserId: claim?.userId ?? null,
      })),
    });
  };
  return (
    <Dialog
      title="Remove or share several items"
      size={600}
      {...guarded}
      footer={
        results === undefined ? (
          <>
            <DialogCancel />
            <Button variant="default" disabled={picked.length === 0} onClick={() => setSharing(true)}>
              Share {formatNumber(picked.length)}
            </Button>
            <Button disabled={picked.length === 0} loading={complete.isPending} onClick={() => void completePicked()}>
              Remove {formatNumber(picked.length)}
            </Button>
          </>
        ) : (
          <>
            {results.some(({ isDone }) => isDone) && (
              <Button
                variant="default"
                onClick={() => {
                  onUndo(items, results);
                  onClose();
                }}
              >
                Undo
              </Button>
            )}
            <Button data-autofocus onClick={onClose}>
              Close
            </Button>
          </>
        )
      }
    >
      {results === undefined ? (
        <Stack gap="md">
          <Choices
            items={items}
            legend={legendOf(props.list, all.data !== undefined)}
            chosen={chosen}
            onChange={setChosen}
          />
          {all.data === undefined && props.total > items.length && (
            <Button variant="light" size="compact-sm" loading={all.isPending} onClick={() => all.mutate()}>
              {selectAllLabel(props)}
            </Button>
          )}
        </Stack>
      ) : (
        <ItemResults items={items} results={results} doneLabel="Removed" />
      )}
    </Dialog>
  );
}

/** Which items can be selected. A list of all items contains completed ones, too, which cannot. */
function legendOf({ status }: ListInput, areOfAllPages: boolean): string {
  const place = areOfAllPages ? 'in this list' : 'on this page';
  return status === WorkQueueStatus.open ? place : `open ${place}`;
}

/**
 * Asks once for all of the items that are unanswered, or on which others are working. Those of one queue have the same warning.
 */
async function agreesToCompleteAll(items: readonly WorkQueueItem[]): Promise<boolean> {
  const warnings = items.flatMap(({ completionWarning }) => completionWarning ?? []);
  const claimed = items.flatMap((item) => otherClaimOf(item) ?? []);
  if (warnings.length === 0 && claimed.length === 0) return true;
  const lines = [
    ...(warnings.length > 0 ? [unansweredOf(warnings.length, items.length)] : []),
    ...new Set(warnings),
    ...[...new Set(claimed)].map((name) => workedOnBy(name, claimed.filter((one) => one === name).length)),
  ];
  return confirm({
    title: warnings.length > 0 ? 'Remove without an answer?' : 'Remove what others are working on?',
    message: (
      <Stack gap="sm">
        {lines.map((line) => (
          <Text inherit key={line}>
            {line}
          </Text>
        ))}
      </Stack>
    ),
    yes: `Remove ${formatNumber(items.length)}`,
    no: 'Cancel',
  });
}

function unansweredOf(count: number, selected: number): string {
  if (selected === 1) return 'The selected item has no answer yet.';
  if (count === selected) return `The ${formatNumber(selected)} selected items have no answer yet.`;
  return `${formatNumber(count)} of the ${formatNumber(selected)} selected items ${count === 1 ? 'has' : 'have'} no answer yet.`;
}

function workedOnBy(name: string, count: number): string {
  return `${name} is working on ${count === 1 ? 'one of the selected items' : `${formatNumber(count)} of the selected items`}.`;
}

function selectAllLabel({ list, total }: SeveralItemsProps): string {
  if (total > mostItems) return `Select the first ${formatNumber(mostItems)} of ${formatNumber(total)} items`;
  return list.status === WorkQueueStatus.open
    ? `Select all ${formatNumber(total)} items on all pages`
    : 'Select all open items on all pages';
}

const countedItems = (count: number) => `${formatNumber(count)} item${count === 1 ? '' : 's'}`;
const idsOf = (items: readonly WorkQueueItem[]) => new Set(items.map((item) => item.workQueueEncounterId));

interface ChoicesProps {
  items: readonly WorkQueueItem[];
  /** Says which items they are: "on this page". */
  legend: string;
  chosen: ReadonlySet<number>;
  onChange: Dispatch<SetStateAction<ReadonlySet<number>>>;
}

function Choices({ items, legend, chosen, onChange }: ChoicesProps): ReactNode {
  const open = items.filter(({ status }) => status === 'open');
  const areAll = open.length > 0 && chosen.size === open.length;
  return (
    <fieldset className={classes.group}>
      <legend className="visually-hidden">Items {legend}</legend>
      <Checkbox
        label={`All ${formatNumber(open.length)} ${legend}`}
        disabled={open.length === 0}
        checked={areAll}
        indeterminate={chosen.size > 0 && !areAll}
        onChange={() => onChange(areAll ? new Set() : idsOf(open))}
      />
      <div className={classes.choices}>
        {open.map((item) => (
          <Choice
            key={item.workQueueEncounterId}
            item={item}
            isChosen={chosen.has(item.workQueueEncounterId)}
            onChange={onChange}
          />
        ))}
      </div>
    </fieldset>
  );
}

interface ChoiceProps {
  item: WorkQueueItem;
  isChosen: boolean;
  onChange: ChoicesProps['onChange'];
}

/** Memoized: of a thousand rows, only the clicked one is re-rendered. */
const Choice = memo(function Choice({ item, isChosen, onChange }: ChoiceProps): ReactNode {
  const key = item.workQueueEncounterId;
  return (
    <Checkbox
      label={
        <>
          {patientName(item.patient)} · {patientFacts(item.patient)}
          <Text span display="block" fz="xs" c="dimmed">
            <ChoiceFacts item={item} />
            <ItemClaim item={item} />
          </Text>
        </>
      }
      checked={isChosen}
      onChange={() => onChange((old) => new Set(old.has(key) ? [...old].filter((one) => one !== key) : [...old, key]))}
    />
  );
});

/** Facts that distinguish items of one patient. A referral shows its urgency and time left as in the list. */
function ChoiceFacts({ item }: { item: WorkQueueItem }): ReactNode {
  const { referral } = item;
  if (referral === null) return itemFacts(item);
  return (
    <Group component="span" gap="0 8px">
      <span>To {referredTo(referral)}</span>
      <UrgencyBadge urgencyDays={referral.urgencyDays} />
      <ReferralNextFact referral={referral} />
    </Group>
  );
}

type ListInput = CallOf<typeof listWorkQueueItemsByStatus>;

/** Maximum page size. */
const pageSize = 100;

/**
 * The open items of a list from all its pages, up to the limit of one call. Each item once, even if items move between
 * pages.
 */
async function loadOpenItems(list: ListInput): Promise<WorkQueueItem[]> {
  const found = new Map<number, WorkQueueItem>();
  let numPages = 1;
  for (let page = 1; page <= numPages && page * pageSize <= mostItems; page += 1) {
    // Sequentially: the next page is fetched only if it exists.
    const answer = await call(listWorkQueueItemsByStatus, { ...list, status: WorkQueueStatus.open, page, pageSize });
    for (const item of answer.items) found.set(item.workQueueEncounterId, item);
    ({ numPages } = answer);
  }
  return [...found.values()];
}
