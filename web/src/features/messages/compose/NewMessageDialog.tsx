import { getMessageDraft } from '@careloop/contracts/messages/drafts';
import { findUsers, type FoundUser, toMessages } from '@careloop/contracts/directory/users';
import { getPatientInfo, type PatientSummary } from '@careloop/contracts/patients';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import type { ApiError } from '../../../api/errors.ts';
import { useActingFor } from '../../../shell/actingFor.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';
import { findDraft } from './draftStore.ts';
import { NewMessageForm, type NewMessageFormProps, type StartedMessage } from './NewMessageForm.tsx';

interface NewMessageDialogProps extends Pick<NewMessageFormProps, 'onClose' | 'onSent'> {
  /** Filled in where messages about one patient are shown. */
  patientId: number | undefined;
  /** People to whom the message is started; further ones of the draft stay. */
  recipientUserIds?: readonly number[];
}

/** A new message, starting from the saved draft. */
export function NewMessageDialog(props: NewMessageDialogProps): ReactNode {
  const { patientId, recipientUserIds = [], onClose } = props;
  const onBehalfOfUserId = useActingFor()?.proxiedUserId;
  /** How often the draft was reloaded after a conflict. */
  const [reloads, setReloads] = useState(0);
  const start = useQuery<StartedMessage, ApiError>({
    queryKey: ['new message', patientId, reloads],
    queryFn: ({ signal }) => readStart({ patientId, recipientUserIds, onBehalfOfUserId }, signal),
    // Load once: an open form is newer than the server's draft.
    enabled: ({ state }) => state.data === undefined,
    gcTime: 0,
  });
  if (start.data !== undefined) {
    return <NewMessageForm key={reloads} {...props} started={start.data} onReloaded={() => setReloads(reloads + 1)} />;
  }
  return (
    <Dialog opened onClose={onClose} title="New Message" size={720}>
      {start.isError ? <ErrorState error={start.error} onRetry={() => void start.refetch()} /> : <DetailSkeleton />}
    </Dialog>
  );
}

interface Start {
  patientId: number | undefined;
  recipientUserIds: readonly number[];
  onBehalfOfUserId: number | undefined;
}

async function readStart(
  { patientId, recipientUserIds, onBehalfOfUserId }: Start,
  signal: AbortSignal,
): Promise<StartedMessage> {
  const draft = findDraft({ onBehalfOfUserId });
  if (draft.isSaved) draft.start((await call(getMessageDraft, {}, { signal })).draft);
  const { content } = draft.read();
  // To people of a care team it is about their patient, whatever the draft was about.
  const about = recipientUserIds.length > 0 ? patientId : (content.patientId ?? patientId);
  const recipientIds = [...new Set([...(content.recipientUserIds ?? []), ...recipientUserIds])];
  const [patient, recipients] = await Promise.all([
    readPatient(about, signal),
    readRecipients(recipientIds, about, signal),
  ]);
  return { draft, patient, recipients };
}

/** A patient who may not be seen any more is left out of the draft. */
async function readPatient(patientId: number | undefined, signal: AbortSignal): Promise<PatientSummary | null> {
  if (patientId === undefined) return null;
  return await call(getPatientInfo, { patientId }, { signal }).catch(() => null);
}

/** The people, each with whether they are on the patient's care team. */
async function readRecipients(
  userIds: readonly number[],
  patientId: number | undefined,
  signal?: AbortSignal,
): Promise<FoundUser[]> {
  if (userIds.length === 0) return [];
  const input = { userIds: [...userIds], patientId, pageSize: 50 };
  const { items } = await call(findUsers, { ...toMessages, ...input }, signal === undefined ? {} : { signal });
  const byId = new Map(items.map((item) => [item.userId, item]));
  return userIds.flatMap((userId) => byId.get(userId) ?? []);
}
