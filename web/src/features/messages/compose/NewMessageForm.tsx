import { patientName } from '@careloop/contracts/patients/identity';
import { messagePriority } from '@careloop/contracts/codes';
import { messageLimits, messageTexts } from '@careloop/contracts/messages';
import { findUsers, toMessages, type FoundUser } from '@careloop/contracts/directory/users';
import { newMessageForm, sendMessage } from '@careloop/contracts/messages/sending';
import type { PatientSummary } from '@careloop/contracts/patients';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { z } from 'zod';
import { queryOf, useCall } from '../../../api/query.ts';
import { membersLabel, personName } from '../shared/people.ts';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { DraftConflict } from '../../../components/DraftConflict.tsx';
import { useActingFor } from '../../../shell/actingFor.ts';
import { toast } from '../../../ui/toasts.tsx';
import { AsyncSelect } from '../../../ui/AsyncSelect.tsx';
import { Callout } from '../../../ui/Callout.tsx';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { unmatchedText } from '../../../ui/useTypedChoice.ts';
import { Toggle } from '../../../ui/Toggle.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { AttachButton } from './AttachButton.tsx';
import { ChosenDocuments } from './ChosenDocuments.tsx';
import { PatientOption, searchPatients } from '../list/filterOptions.tsx';
import classes from '../Messages.module.css';
import { hasContent, useDraft, type Draft } from './draftStore.ts';
import { RecipientPicker } from './RecipientPicker.tsx';

const { normal, urgent } = messagePriority.table;

/** Text typed into a picker that selected nothing. */
const typedText = z
  .string()
  .optional()
  .superRefine((typed, context) => {
    if (typed) context.addIssue({ code: 'custom', message: unmatchedText(typed) });
  });
const typedForm = newMessageForm.extend({ recipientTyped: typedText, patientTyped: typedText });

export interface StartedMessage {
  draft: Draft;
  patient: PatientSummary | null;
  recipients: FoundUser[];
  /** How many of the wanted recipients cannot receive messages. */
  leftOut: number;
}

export interface MessageAbout {
  patientId: number;
  /** "the referral to Patel, Anjali" */
  label: string;
  referralId?: number;
  careCoordinatorRequestId?: number;
}

export interface NewMessageFormProps {
  started: StartedMessage;
  onClose: () => void;
  onSent: (conversationKey: string) => void;
  /** The request of a patient that the message is about, to which it links. */
  about?: MessageAbout | undefined;
  /** Called when the draft was replaced with that of another window. */
  onReloaded: () => void;
}

/** Recipients, patient and message. Changes are saved as a draft. */
export function NewMessageForm({ started, about, onClose, onSent, onReloaded }: NewMessageFormProps): ReactNode {
  const actingFor = useActingFor();
  const onBehalfOfUserId = actingFor?.proxiedUserId;
  const { form, patient, choosePatient, recipients, draft } = useNewMessage(started);
  const { conflict } = useDraft(draft);
  // With another patient, the message is no longer about the request.
  const isAbout = about !== undefined && about.patientId === patient?.patientId;
  const link = isAbout
    ? { referralId: about.referralId, careCoordinatorRequestId: about.careCoordinatorRequestId }
    : {};
  /** The last attempt and its draft: sent again unchanged, it keeps its idempotency key. */
  const tried = useRef<{ text: string; draftVersions: string[] }>(undefined);
  const send = useCall(sendMessage, {
    form,
    onSuccess: ({ conversationKey, addedToCareTeam }) => {
      toast.success(messageTexts.sent);
      if (addedToCareTeam.length > 0) toast.success(`Added to the care team: ${membersLabel(addedToCareTeam, 10)}`);
      onSent(conversationKey);
    },
  });
  const submit = async ({
    recipientTyped: _recipient,
    patientTyped: _patient,
    ...values
  }: z.output<typeof typedForm>) => {
    const text = JSON.stringify(values);
    const draftVersions = draft.take();
    const isAgain = tried.current !== undefined;
    if (tried.current?.text !== text) tried.current = { text, draftVersions };
    // A save that arrives after the message would restore its draft.
    await draft.saving;
    const sent = await send.submit({
      ...values,
      ...link,
      onBehalfOfUserId,
      draftVersions: tried.current.draftVersions,
    });
    if (sent === undefined) return draft.change(values);
    // The first attempt may have succeeded before the draft was saved again.
    if (isAgain) draft.discard();
  };
  const reload = () => draft.reload().then(onReloaded);
  const hasOutsiders =
    patient !== null && recipients.chosen.some(({ isActiveOnCareTeam }) => isActiveOnCareTeam === false);
  return (
    <FormDialog
      opened
      title={actingFor === undefined ? 'New Message' : `New Message as ${personName(actingFor)}`}
      size={720}
      form={form}
      onClose={() => {
        draft.discard();
        onClose();
      }}
      acceptLabel="Send"
      savingLabel="Sending..."
      header={
        <>
          {patient !== null && (
            <DialogSubject
              patient={patient}
              recipient={membersLabel(recipients.chosen, 10)}
              consequence={
                isAbout ? `The message links to ${about.label}, and from there to the conversation.` : undefined
              }
            />
          )}
          {conflict !== null && (
            <DraftConflict excerpt={conflict.message} onReload={reload} onKeepMine={() => draft.keepMine()} />
          )}
        </>
      }
      onSubmit={submit}
    >
      <AsyncSelect
        label="Patient (optional)"
        placeholder="Search by name, date of birth or MRN"
        value={patient}
        onChange={choosePatient}
        search={searchPatients}
        onTyped={(term) => form.setValue('patientTyped', term, { shouldValidate: true })}
        debounce={400}
        itemKey={({ patientId }) => patientId}
        itemLabel={patientName}
        renderItem={(one) => <PatientOption patient={one} />}
      />
      <Field form={form} name="recipientUserIds">
        {(field) => (
          <RecipientPicker
            {...field}
            patientId={patient?.patientId}
            recipients={recipients.chosen}
            isRepeated={recipients.isRepeated}
            onAdd={recipients.add}
            onRemove={recipients.remove}
            onTyped={(term) => form.setValue('recipientTyped', term, { shouldValidate: true })}
          />
        )}
      </Field>
      {started.leftOut > 0 && <Callout>{leftOutText(started.leftOut)}</Callout>}
      {hasOutsiders && <Callout tone="warning">{messageTexts.careTeamWarning}</Callout>}
      <Field form={form} name="message" label="Message" required>
        {(field) => (
          <TrimmedTextarea
            {...field}
            minRows={5}
            maxRows={14}
            dir="auto"
            max={messageLimits.message}
            // What comes before it is known already.
            data-autofocus={started.recipients.length > 0 || undefined}
          />
        )}
      </Field>
      {patient !== null && (
        <Field form={form} name="patientCharts">
          {(field) => (
            <div className={classes['attachField']}>
              <AttachButton patient={patient} charts={field.value ?? []} onChange={field.onChange} />
              <ChosenDocuments patientId={patient.patientId} charts={field.value ?? []} onChange={field.onChange} />
              {field.error !== undefined && <Callout tone="danger">{field.error}</Callout>}
            </div>
          )}
        </Field>
      )}
      <Field
        form={form}
        name="priority"
        label="Urgent"
        description="Recipients who do not read it in time get an email without its content."
      >
        {(field) => (
          <Toggle
            {...field}
            value={field.value === urgent}
            onChange={(isUrgent) => field.onChange(isUrgent ? urgent : normal)}
          />
        )}
      </Field>
    </FormDialog>
  );
}

const leftOutText = (count: number) =>
  count === 1
    ? '1 person is left out because they cannot receive messages.'
    : `${count} people are left out because they cannot receive messages.`;

function useNewMessage(started: StartedMessage) {
  const { draft } = started;
  const [begun] = useState(() => draft.content.get());
  const isBegun = hasContent(begun);
  const [patient, setPatient] = useState(started.patient);
  const startedIds = started.recipients.map(({ userId }) => userId);
  const form = useSchemaForm(typedForm, {
    message: '',
    recipientUserIds: isBegun ? [] : startedIds,
    priority: normal,
    patientId: isBegun ? null : (started.patient?.patientId ?? null),
    patientCharts: [],
  });
  const recipients = useRecipients(started.recipients, patient?.patientId, (ids) =>
    form.setValue('recipientUserIds', ids, { shouldDirty: true, shouldValidate: true, shouldTouch: true }),
  );
  // A draft counts as unsaved text: leaving asks first.
  useEffect(() => {
    if (!isBegun) return;
    const { message, priority = normal, patientCharts = [] } = begun;
    const values = {
      message,
      priority,
      recipientUserIds: started.recipients.map(({ userId }) => userId),
      patientId: started.patient?.patientId ?? null,
      patientCharts: started.patient === null ? [] : patientCharts,
    };
    form.reset(values, { keepDefaultValues: true });
  }, [form, started, begun, isBegun]);
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: { message, priority, recipientUserIds, patientId, patientCharts } }) =>
          draft.change({ message, priority, recipientUserIds, patientId, patientCharts }),
      }),
    [form, draft],
  );
  const choosePatient = (next: PatientSummary | null) => {
    setPatient(next);
    form.setValue('patientId', next?.patientId ?? null, { shouldDirty: true });
    // The documents belong to the previous patient.
    form.setValue('patientCharts', [], { shouldDirty: true });
  };
  return { form, patient, choosePatient, recipients, draft };
}

/** The recipients without duplicates, each with their relation to the currently selected patient. */
function useRecipients(
  initial: readonly FoundUser[],
  patientId: number | undefined,
  onChange: (userIds: number[]) => void,
) {
  const [recipients, setRecipients] = useState(initial);
  const [isRepeated, setRepeated] = useState(false);
  const userIds = recipients.map(({ userId }) => userId);
  const { data } = useQuery({
    ...queryOf(findUsers, { ...toMessages, userIds, patientId, pageSize: 50 }),
    enabled: userIds.length > 0 && patientId !== undefined,
    placeholderData: (before) => before,
  });
  const statusOf = (userId: number) => data?.items.find((item) => item.userId === userId)?.isActiveOnCareTeam ?? null;

  const set = (next: readonly FoundUser[]) => {
    setRecipients(next);
    setRepeated(false);
    onChange(next.map(({ userId }) => userId));
  };
  return {
    /** The last one was a duplicate. */
    isRepeated,
    chosen: recipients.map((recipient) => ({
      ...recipient,
      isActiveOnCareTeam: patientId === undefined ? null : (statusOf(recipient.userId) ?? recipient.isActiveOnCareTeam),
    })),
    add: (recipient: FoundUser) => {
      if (userIds.includes(recipient.userId)) setRepeated(true);
      else set([...recipients, recipient]);
    },
    remove: (userId: number) => set(recipients.filter((recipient) => recipient.userId !== userId)),
  };
}
