import { messagePriority } from '@careloop/contracts/codes';
import { getUserConversations } from '@careloop/contracts/messages/conversations';
import type { MessageDraft } from '@careloop/contracts/messages/drafts';
import { messageLimits, messageTexts } from '@careloop/contracts/messages';
import { newMessageForm, sendMessage, type MessageRecipient } from '@careloop/contracts/messages/sending';
import type { PatientSummary } from '@careloop/contracts/patients';
import { useEffect, useState, type ReactNode } from 'react';
import { Controller } from 'react-hook-form';
import { applyServerErrors } from '../../../api/formErrors.ts';
import { useCall } from '../../../api/query.ts';
import { membersLabel, personName } from '../shared/people.ts';
import { PatientLine, patientName } from '../../patients/shared/PatientBanner.tsx';
import { useActingFor } from '../../../shell/actingFor.ts';
import { toast } from '../../../ui/toasts.tsx';
import { AsyncSelect } from '../../../ui/AsyncSelect.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { CharacterCountedTextarea } from '../../../ui/CharacterCountedTextarea.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { inputProps, useSchemaForm } from '../../../ui/forms.ts';
import { Toggle } from '../../../ui/Toggle.tsx';
import { AttachButton } from './AttachButton.tsx';
import { ChosenDocuments } from './ChosenDocuments.tsx';
import { patientDetail, searchPatients } from '../list/filterOptions.tsx';
import classes from '../Messages.module.css';
import { Option } from '../list/Option.tsx';
import { OtherDraft } from './OtherDraft.tsx';
import { RecipientPicker } from './RecipientPicker.tsx';
import { useDraft } from './useDraft.ts';
import { useRecipients } from './useRecipients.ts';

const { normal, urgent } = messagePriority.table;

export interface StartedMessage extends Pick<MessageDraft, 'message' | 'priority' | 'patientDocumentIds'> {
  /** When the draft was kept that one goes on with. */
  began: string | undefined;
  patient: PatientSummary | null;
  recipients: MessageRecipient[];
}

export interface NewMessageFormProps {
  started: StartedMessage;
  onClose: () => void;
  onSent: (conversationKey: string) => void;
  /** Goes on with the draft of another window. */
  onFollow: () => void;
}

/** To whom, about whom, and what. What is written is kept as a draft while it is written. */
export function NewMessageForm({ started, onClose, onSent, onFollow }: NewMessageFormProps): ReactNode {
  const actingFor = useActingFor();
  const onBehalfOfUserId = actingFor?.proxiedUserId;
  const { form, patient, choosePatient, recipients, drafts } = useNewMessage(started);
  const { other } = drafts;
  const send = useCall(sendMessage, {
    invalidates: [getUserConversations],
    onError: (error) => applyServerErrors(form, error),
    onSuccess: ({ conversationKey, addedToCareTeam }) => {
      toast.success(messageTexts.sent);
      drafts.tellGone();
      if (addedToCareTeam.length > 0) toast.success(`Added to the care team: ${membersLabel(addedToCareTeam, 10)}`);
      onSent(conversationKey);
    },
  });
  const leave = () => {
    // After what is on its way: it would come back.
    void drafts.drop().then(() => drafts.remove());
    onClose();
  };
  const hasOutsiders =
    patient !== null && recipients.chosen.some(({ isActiveOnCareTeam }) => isActiveOnCareTeam === false);
  return (
    <FormDialog
      opened
      title={actingFor === undefined ? 'New Message' : `New Message as ${personName(actingFor)}`}
      size={720}
      form={form}
      onClose={leave}
      acceptLabel="Send"
      savingLabel="Sending..."
      header={
        <>
          {patient !== null && <PatientLine patient={patient} />}
          {other !== null && (
            <OtherDraft
              draft={other}
              onKeep={drafts.keepInstead}
              onFollow={() => {
                drafts.follow(other);
                onFollow();
              }}
            />
          )}
        </>
      }
      onSubmit={async (values) => {
        await drafts.drop();
        // What was not sent goes on being kept, until it is: the try that failed may have been the one that arrived.
        const isAgain = send.isError;
        try {
          await send.mutateAsync({ ...values, onBehalfOfUserId });
        } catch {
          drafts.keep(values);
          return;
        }
        if (isAgain) await drafts.remove();
      }}
    >
      <AsyncSelect
        label="Patient (optional)"
        placeholder="Search by name, date of birth or MRN"
        value={patient}
        onChange={choosePatient}
        search={searchPatients}
        debounce={400}
        itemKey={({ patientId }) => patientId}
        itemLabel={patientName}
        renderItem={(one) => <Option name={patientName(one)} detail={patientDetail(one)} />}
      />
      <Controller
        control={form.control}
        name="recipientUserIds"
        render={({ field, fieldState }) => (
          <RecipientPicker
            ref={field.ref}
            patientId={patient?.patientId}
            recipients={recipients.chosen}
            isRepeated={recipients.isRepeated}
            onAdd={recipients.add}
            onRemove={recipients.remove}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
          />
        )}
      />
      {hasOutsiders && <Callout tone="warning">{messageTexts.careTeamWarning}</Callout>}
      <CharacterCountedTextarea
        label="Message"
        withAsterisk
        minRows={5}
        maxRows={14}
        dir="auto"
        {...inputProps(form, 'message')}
        max={messageLimits.message}
      />
      <Controller
        control={form.control}
        name="patientDocumentIds"
        render={({ field, fieldState }) =>
          patient === null ? (
            <></>
          ) : (
            <div className={classes['attachField']}>
              <AttachButton patient={patient} ids={field.value ?? []} onChange={field.onChange} />
              <ChosenDocuments patientId={patient.patientId} ids={field.value ?? []} onChange={field.onChange} />
              {fieldState.error !== undefined && <Callout tone="danger">{fieldState.error.message}</Callout>}
            </div>
          )
        }
      />
      <Controller
        control={form.control}
        name="priority"
        render={({ field }) => (
          <Toggle
            label="Urgent"
            description="Whoever has not read it in time is told outside of the portal, without its content."
            value={field.value === urgent}
            onChange={(isUrgent) => field.onChange(isUrgent ? urgent : normal)}
          />
        )}
      />
    </FormDialog>
  );
}

function useNewMessage(read: StartedMessage) {
  // As it was when the dialog opened: read again after a lost connection, it is older than what stands here.
  const [started] = useState(read);
  const [patient, setPatient] = useState(started.patient);
  const form = useSchemaForm(newMessageForm, {
    message: '',
    recipientUserIds: [],
    priority: normal,
    patientId: started.began !== undefined ? null : (started.patient?.patientId ?? null),
    patientDocumentIds: [],
  });
  const recipients = useRecipients(started.recipients, patient?.patientId, (ids) =>
    form.setValue('recipientUserIds', ids, { shouldDirty: true, shouldValidate: true, shouldTouch: true }),
  );
  // What is there of a draft counts as written: leaving asks first.
  useEffect(() => {
    if (started.began === undefined) return;
    const { message, priority, patientDocumentIds } = started;
    const recipientUserIds = started.recipients.map(({ userId }) => userId);
    const values = { message, priority, patientDocumentIds, recipientUserIds };
    form.reset({ ...values, patientId: started.patient?.patientId ?? null }, { keepDefaultValues: true });
    void form.trigger();
  }, [form, started]);

  const drafts = useDraft(undefined, started.began);
  const { keep } = drafts;
  const [keepLatest] = useState(() => keep);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values }) =>
          keepLatest({
            message: values.message,
            priority: values.priority,
            recipientUserIds: values.recipientUserIds,
            patientId: values.patientId,
            patientDocumentIds: values.patientDocumentIds,
          }),
      }),
    [form, keepLatest],
  );
  const choosePatient = (next: PatientSummary | null) => {
    setPatient(next);
    form.setValue('patientId', next?.patientId ?? null, { shouldDirty: true });
    // Documents are those of one patient.
    form.setValue('patientDocumentIds', [], { shouldDirty: true });
  };
  return { form, patient, choosePatient, recipients, drafts };
}
