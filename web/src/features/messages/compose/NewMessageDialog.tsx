import { getMessageDraft } from '@careloop/contracts/messages/drafts';
import { findUsers, type MessageRecipient } from '@careloop/contracts/messages/sending';
import { getPatientInfo, type PatientSummary } from '@careloop/contracts/patients';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import type { ApiError } from '../../../api/errors.ts';
import { Dialog } from '../../../ui/Dialog.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { DetailSkeleton } from '../../../ui/Skeletons.tsx';
import { NewMessageForm, type NewMessageFormProps, type StartedMessage } from './NewMessageForm.tsx';

interface NewMessageDialogProps extends Pick<NewMessageFormProps, 'onClose' | 'onSent'> {
  /** Filled in where messages about one patient are shown. */
  patientId: number | undefined;
}

/** A new message: what was begun and not sent is there again. */
export function NewMessageDialog(props: NewMessageDialogProps): ReactNode {
  const { patientId, onClose } = props;
  /** Counts the drafts of other windows that were taken over. */
  const [taken, setTaken] = useState(0);
  const start = useQuery<StartedMessage, ApiError>({
    queryKey: ['new message', patientId, taken],
    queryFn: ({ signal }) => readStart(patientId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  if (start.data !== undefined) {
    return <NewMessageForm key={taken} {...props} started={start.data} onFollow={() => setTaken(taken + 1)} />;
  }
  return (
    <Dialog opened onClose={onClose} title="New Message" size={720}>
      {start.isError ? <ErrorState error={start.error} onRetry={() => void start.refetch()} /> : <DetailSkeleton />}
    </Dialog>
  );
}

async function readStart(patientId: number | undefined, signal: AbortSignal): Promise<StartedMessage> {
  const { draft } = await call(getMessageDraft, {}, { signal });
  const about = draft?.patientId ?? patientId;
  const userIds = draft?.recipients.map(({ userId }) => userId) ?? [];
  const [patient, recipients] = await Promise.all([readPatient(about, signal), readRecipients(userIds, about, signal)]);
  return {
    began: draft?.updatedAt,
    patient,
    recipients,
    message: draft?.message ?? '',
    priority: draft?.priority ?? 1,
    patientDocumentIds: patient === null ? [] : (draft?.patientDocumentIds ?? []),
  };
}

/** A patient who may not be seen any more is left out of the draft. */
async function readPatient(patientId: number | undefined, signal: AbortSignal): Promise<PatientSummary | null> {
  if (patientId === undefined) return null;
  return await call(getPatientInfo, { patientId }, { signal }).catch(() => null);
}

/** The people with how they stand to the patient. */
async function readRecipients(
  userIds: readonly number[],
  patientId: number | undefined,
  signal?: AbortSignal,
): Promise<MessageRecipient[]> {
  if (userIds.length === 0) return [];
  const input = { userIds: [...userIds], patientId, pageSize: 50 };
  const { items } = await call(findUsers, input, signal === undefined ? {} : { signal });
  const byId = new Map(items.map((item) => [item.userId, item]));
  return userIds.flatMap((userId) => byId.get(userId) ?? []);
}
