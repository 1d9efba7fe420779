import { patientName } from '@careloop/contracts/patients/identity';
import { getMessageDraft } from '@careloop/contracts/messages/drafts';
import { listUsers, type FoundUser, toMessages } from '@careloop/contracts/directory/users';
import { getPatientInfo, type PatientSummary } from '@careloop/contracts/patients';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import type { ApiError } from '../../../api/errors.ts';
import { useActingFor } from '../../../shell/actingFor.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { Dialog } from '../../../ui/Dialog.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { findDraft, hasContent, type Draft } from './draftStore.ts';
import { NewMessageForm, type NewMessageFormProps, type StartedMessage } from './NewMessageForm.tsx';

interface NewMessageDialogProps extends Pick<NewMessageFormProps, 'onClose' | 'onSent' | 'about'> {
  /** Preselected where messages about one patient are shown. */
  patientId: number | undefined;
  /** Preselected recipients, in addition to those of the draft. */
  recipientUserIds?: readonly number[];
}

/** A new message, starting from the saved draft. */
export function NewMessageDialog(props: NewMessageDialogProps): ReactNode {
  const { patientId, recipientUserIds = [], onClose } = props;
  /** Whether the user continues a draft that is not about the page's patient. */
  const [continuesDraft, setContinuesDraft] = useState(false);
  const onBehalfOfUserId = useActingFor()?.proxiedUserId;
  /** Number of reloads after conflicts; a new number remounts the form. */
  const [reloads, setReloads] = useState(0);
  const begun = continuesDraft ? { patientId: undefined, recipientUserIds: [] } : { patientId, recipientUserIds };
  const start = useQuery<StartedMessage | OtherDraft, ApiError>({
    queryKey: ['new message', patientId, reloads, continuesDraft],
    queryFn: ({ signal }) => readStart({ ...begun, onBehalfOfUserId }, signal),
    // Load once: an open form is newer than the server's draft.
    enabled: ({ state }) => state.data === undefined,
    gcTime: 0,
  });
  if (start.data !== undefined && 'other' in start.data) {
    const { draft } = start.data;
    const discard = () => {
      draft.discard();
      setReloads(reloads + 1);
    };
    return (
      <OtherDraftDialog
        {...start.data}
        onContinue={() => setContinuesDraft(true)}
        onDiscard={discard}
        onClose={onClose}
      />
    );
  }
  if (start.data !== undefined) {
    return <NewMessageForm key={reloads} {...props} started={start.data} onReloaded={() => setReloads(reloads + 1)} />;
  }
  return (
    <Dialog opened onClose={onClose} title="New Message" size={720}>
      <QueryState query={start} />
    </Dialog>
  );
}

/** A draft about another patient than the page's, or about none. */
interface OtherDraft {
  draft: Draft;
  /** The draft's patient; null for none, or one the user may no longer see. */
  other: PatientSummary | null;
}

interface OtherDraftDialogProps extends OtherDraft {
  onContinue: () => void;
  onDiscard: () => void;
  onClose: () => void;
}

/** Asks what to do with the draft: its text must not be sent as if it were about the page's patient. */
function OtherDraftDialog({ draft, other, onContinue, onDiscard, onClose }: OtherDraftDialogProps): ReactNode {
  const { message } = draft.content.get();
  return (
    <Dialog
      opened
      onClose={onClose}
      title="New Message"
      footer={
        <>
          <Button variant="light" color="red" onClick={onDiscard}>
            Discard draft and start new
          </Button>
          <Button onClick={onContinue} data-autofocus>
            Continue draft
          </Button>
        </>
      }
    >
      <Callout
        tone="warning"
        title={
          other === null
            ? 'You have a draft that is not about this patient'
            : `You have a draft about ${patientName(other)}`
        }
      >
        <Text lineClamp={3}>{message.trim() === '' ? 'Nothing has been written yet.' : message}</Text>
      </Callout>
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
): Promise<StartedMessage | OtherDraft> {
  const draft = findDraft({ onBehalfOfUserId });
  if (draft.isSaved) draft.start((await call(getMessageDraft, {}, { signal })).draft);
  const content = draft.content.get();
  const isWritten = hasContent({ ...content, patientId: null });
  if (patientId !== undefined && isWritten && content.patientId !== patientId) {
    return { draft, other: await readPatient(content.patientId ?? undefined, signal) };
  }
  const about = patientId ?? content.patientId ?? undefined;
  const recipientIds = [...new Set([...(content.recipientUserIds ?? []), ...recipientUserIds])];
  const [patient, recipients] = await Promise.all([
    readPatient(about, signal),
    readRecipients(recipientIds, about, signal),
  ]);
  const leftOut = recipientUserIds.filter((id) => recipients.every(({ userId }) => userId !== id)).length;
  return { draft, patient, recipients, leftOut };
}

/** The draft's patient is dropped if the user may no longer see them. */
async function readPatient(patientId: number | undefined, signal: AbortSignal): Promise<PatientSummary | null> {
  if (patientId === undefined) return null;
  return await call(getPatientInfo, { patientId }, { signal }).catch(() => null);
}

/** The recipients, each with whether they are on the patient's care team. */
async function readRecipients(
  userIds: readonly number[],
  patientId: number | undefined,
  signal?: AbortSignal,
): Promise<FoundUser[]> {
  if (userIds.length === 0) return [];
  const input = { userIds: [...userIds], patientId };
  const { items } = await call(listUsers, { ...toMessages, ...input }, signal === undefined ? {} : { signal });
  const byId = new Map(items.map((item) => [item.userId, item]));
  return userIds.flatMap((userId) => byId.get(userId) ?? []);
}
