import { patientName } from '@careloop/contracts/patients/identity';
import { userTypeLabels } from '@careloop/contracts/codes';
import { findUsers, type FoundUser } from '@careloop/contracts/directory/users';
import type { WorkQueueItem } from '@careloop/contracts/work-queues';
import {
  listWorkQueueItemAccess,
  saveWorkQueueItemAccess,
  type ItemResult,
} from '@careloop/contracts/work-queues/items';
import { Button, CloseButton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState, type ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { queryOf, useCall } from '../../api/query.ts';
import { useSession } from '../../session/useSession.ts';
import { AsyncMultiSelect } from '../../ui/AsyncMultiSelect.tsx';
import { userSearchDebounce } from '../../ui/AsyncSelect.tsx';
import { Callout } from '../../ui/Callout.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { DialogCancel } from '../../ui/DialogCancel.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { toast } from '../../ui/toasts.tsx';
import { useFirstField } from '../../ui/useFirstField.ts';
import { useDirtyDialog } from '../../ui/useDirtyDialog.ts';
import { DialogSubject } from '../patients/shared/DialogSubject.tsx';
import { ItemResults } from './ItemResults.tsx';
import classes from './WorkQueuesPage.module.css';
import { formatNumber } from '../../ui/numbers.ts';

interface ShareItemsDialogProps {
  items: readonly WorkQueueItem[];
  onClose: () => void;
}

/** Shares items with colleagues. For a single item, also shows with whom it is shared, and can undo that. */
export function ShareItemsDialog({ items, onClose }: ShareItemsDialogProps): ReactNode {
  const [chosen, setChosen] = useState<FoundUser[]>([]);
  const [results, setResults] = useState<readonly ItemResult[]>();
  const cancel = useRef<HTMLButtonElement>(null);
  const share = useCall(saveWorkQueueItemAccess, {
    onSuccess: (output) => {
      if (output.results.some(({ isDone }) => !isDone)) return setResults(output.results);
      toast.success(items.length === 1 ? 'Item shared' : `${formatNumber(items.length)} items shared`);
      onClose();
    },
  });
  const [first] = items;
  const clientId = items.length === 1 ? first?.patient.clientId : undefined;
  // Several items were selected one by one, which would be lost, too.
  const isDirty = (chosen.length > 0 || items.length > 1) && results === undefined;
  const { guarded } = useDirtyDialog({ isDirty, isSaving: share.isPending, onClose });
  return (
    <Dialog
      title={
        items.length === 1 && first !== undefined
          ? `Share: ${patientName(first.patient)}`
          : `Share ${formatNumber(items.length)} items`
      }
      {...guarded}
      footer={
        <>
          <DialogCancel ref={cancel}>{results === undefined ? 'Cancel' : 'Close'}</DialogCancel>
          {results === undefined && (
            <Button
              loading={share.isPending}
              disabled={chosen.length === 0}
              onClick={() =>
                share.mutate({
                  workQueueEncounterIds: items.map(({ workQueueEncounterId }) => workQueueEncounterId),
                  addedUserIds: chosen.map(({ userId }) => userId),
                })
              }
            >
              Share
            </Button>
          )}
        </>
      }
    >
      {results !== undefined ? (
        <ItemResults items={items} results={results} doneLabel="Shared" />
      ) : (
        <Stack gap="md">
          {items.length === 1 && first !== undefined && <DialogSubject patient={first.patient} />}
          <Callout>
            People you share an item with can open it and what it needs, including its documents, until you stop sharing
            it.
          </Callout>
          <Colleagues clientId={clientId} chosen={chosen} onChange={setChosen} />
          {items.length === 1 && first !== undefined && (
            <SharedWith item={first} onStopped={() => cancel.current?.focus()} />
          )}
        </Stack>
      )}
    </Dialog>
  );
}

interface ColleaguesProps {
  /** The client of the patient. Not the patient: receivers share referrals of patients they may not open yet. */
  clientId: number | undefined;
  chosen: readonly FoundUser[];
  onChange: (chosen: FoundUser[]) => void;
}

/** Colleagues to share with, found by name. */
function Colleagues({ clientId, chosen, onChange }: ColleaguesProps): ReactNode {
  const { clients } = useSession().user;
  const ownClientId = clients.find((client) => client.clientId === clientId)?.clientId;
  const find = async (searchTerm: string, signal: AbortSignal) => {
    const filters = {
      clientId: ownClientId,
      requiredPermission: 'ManageWorkQueues',
      excludeLoggedInUser: true,
    } as const;
    const excludedUserIds = chosen.map(({ userId }) => userId);
    return (await call(findUsers, { ...filters, searchTerm, excludedUserIds }, { signal })).items;
  };
  const field = useRef<HTMLDivElement>(null);
  useFirstField(field);
  return (
    <div ref={field}>
      <AsyncMultiSelect<FoundUser>
        label="Colleagues"
        placeholder="Search by name"
        value={chosen}
        onChange={onChange}
        search={find}
        debounce={userSearchDebounce}
        itemKey={({ userId }) => userId}
        itemLabel={({ fullName }) => fullName}
        renderItem={(user) => <Colleague user={user} />}
      />
    </div>
  );
}

function Colleague({ user }: { user: FoundUser }): ReactNode {
  const detail = [userTypeLabels[user.userType], user.specialtyName, user.organizationName].filter(Boolean).join(' · ');
  return (
    <>
      {user.fullName}
      <Text fz="xs" c="dimmed">
        {detail}
      </Text>
    </>
  );
}

interface SharedWithProps {
  item: WorkQueueItem;
  /** Moves the focus: the pressed button disappears with its user. */
  onStopped: () => void;
}

function SharedWith({ item: { workQueueEncounterId }, onStopped }: SharedWithProps): ReactNode {
  const query = useQuery(queryOf(listWorkQueueItemAccess, { workQueueEncounterId }));
  const workQueueEncounterIds = [workQueueEncounterId];
  const change = useCall(saveWorkQueueItemAccess, {
    onError: 'toast',
    onSuccess: ({ results }, { removedUserIds = [] }) => {
      const refusal = results.find(({ isDone }) => !isDone);
      if (refusal !== undefined) {
        toast.error(refusal.message);
        return;
      }
      if (removedUserIds.length === 0) {
        toast.success('Item shared');
        return;
      }
      toast.undoable('No longer shared', () => change.mutate({ workQueueEncounterIds, addedUserIds: removedUserIds }));
      onStopped();
    },
  });
  const { data } = query;
  if (data === undefined) {
    const failure = 'The people it is shared with could not be loaded';
    return <QueryState query={query} size="small" loading={null} failure={failure} />;
  }
  if (data.users.length === 0) return null;
  return (
    <section aria-label="Shared with">
      <Text fw={600} fz="sm">
        Shared with
      </Text>
      <ul className={classes.shared}>
        {data.users.map(({ userId, fullName, grantedByName }) => (
          <li key={userId}>
            <span>
              {fullName}{' '}
              <Text span fz="xs" c="dimmed">
                by {grantedByName}
              </Text>
            </span>
            <CloseButton
              size="sm"
              aria-label={`Stop sharing with ${fullName}`}
              disabled={change.isPending}
              onClick={() => change.mutate({ workQueueEncounterIds, removedUserIds: [userId] })}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
