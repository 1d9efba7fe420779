import { formatPhone } from '@careloop/contracts/fields';
import type { PatientInfo } from '@careloop/contracts/patients';
import {
  arePhoneNumbersOptedOut,
  isPhoneNumberOptedOut,
  sendTextMessage,
  textLimits,
  textMessageForm,
  textTexts,
} from '@careloop/contracts/sharing/sms';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { FormProvider, useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { invalidate, queryOf, useCall } from '../../../api/query.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSession } from '../../../session/useSession.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { CheckboxInput } from '../../../ui/CheckboxInput.tsx';
import { formatDayAndTime } from '../../../ui/dates.ts';
import { Field } from '../../../ui/Field.tsx';
import { FormDialog } from '../../../ui/FormDialog.tsx';
import { useSchemaForm } from '../../../ui/forms.ts';
import { MobileInput } from '../../../ui/PhoneInput.tsx';
import { toast } from '../../../ui/toasts.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { DialogSubject } from '../../patients/shared/DialogSubject.tsx';
import { digitsToAsk, knownNumbersOf, otherNumber } from './numbers.ts';
import classes from './Texts.module.css';

/** Initial values of a text message, from one that did not arrive. */
export interface TextToRepeat {
  recipientName: string;
  phoneNumber: string;
  messageText: string;
}

interface SendTextDialogProps {
  patient: PatientInfo;
  repeated?: TextToRepeat;
  onClose: () => void;
}

/** Writes a text message to the patient (docs/domain/sharing.md). */
export function SendTextDialog({ patient, repeated, onClose }: SendTextDialogProps): ReactNode {
  const client = useQueryClient();
  const form = useSchemaForm(textMessageForm, {
    recipientName:
      repeated?.recipientName ?? `${patient.firstName} ${patient.lastName}`.trim().slice(0, textLimits.recipientName),
    phoneNumber: formatPhone(repeated?.phoneNumber ?? patient.cellPhone),
    messageText: repeated?.messageText ?? '',
    messageContainsNoPhi: false,
    hasConsentedToSms: false,
  });
  const optOut = useOptOut(form.watch('phoneNumber'));
  const isOptedOut = optOut.data?.isOptedOut === true;
  const send = useCall(sendTextMessage, {
    form,
    // The number may have opted out in the meantime.
    onError: () => invalidate(client, isPhoneNumberOptedOut),
    onSuccess: ({ hasService }) => {
      toast.success(textTexts.sent);
      if (!hasService) toast.warning(textTexts.notSent);
      onClose();
    },
  });
  return (
    <FormProvider {...form}>
      <FormDialog
        opened
        title="Send SMS"
        form={form}
        onClose={onClose}
        acceptLabel="Send"
        savingLabel="Sending..."
        isAcceptDisabled={isOptedOut}
        header={<DialogSubject patient={patient} />}
        onSubmit={(values) => send.submit({ ...values, patientId: patient.patientId })}
      >
        <NumberFields patient={patient} />
        {isOptedOut ? <OptedOut since={optOut.data?.dateOptedOut ?? null} /> : <MessageFields />}
      </FormDialog>
    </FormProvider>
  );
}

function OptedOut({ since }: { since: string | null }): ReactNode {
  const { config } = useSession();
  return (
    <Callout tone="danger">
      This number opted out of text messages{since !== null && <> on {formatDayAndTime(since)}</>}. To get them again,
      the patient must text RESUME to {formatPhone(config.smsSenderNumber)}. If the number is still blocked after that,
      they must text START.
    </Callout>
  );
}

type Values = z.input<typeof textMessageForm>;

/** Recipient: a name, and a number on file or another one. */
function NumberFields({ patient }: { patient: PatientInfo }): ReactNode {
  const form = useFormContext<Values>();
  const known = knownNumbersOf(patient);
  const typed = form.watch('phoneNumber');
  const chosen = known.find(({ number }) => number === typed || digitsToAsk(number) === (digitsToAsk(typed) ?? ''));
  const optedOut = useOptedOutNumbers(known.map(({ number }) => number));
  const isOut = (number: string) => optedOut.has(digitsToAsk(number) ?? '');
  const choices = known.map(({ label, number }) => ({
    value: label,
    label: `${label} ${number}${isOut(number) ? ' (opted out)' : ''}`,
  }));
  const choose = (label: string | null) => {
    const number = known.find((one) => one.label === label)?.number ?? '';
    form.setValue('phoneNumber', number, { shouldDirty: true, shouldValidate: number !== '' });
    if (number === '') form.setFocus('phoneNumber');
  };
  return (
    <>
      <Field form={form} name="recipientName" label="To" required>
        {(field) => <TrimmedTextInput {...field} max={textLimits.recipientName} />}
      </Field>
      <div className={classes['number']}>
        <Field form={form} name="phoneNumber" label="Phone #" required input={MobileInput} />
        <Select
          label="On file"
          data={[...choices, { value: otherNumber, label: otherNumber }]}
          value={chosen?.label ?? otherNumber}
          onChange={choose}
          allowDeselect={false}
        />
      </div>
    </>
  );
}

/** The text, and what the sender confirms. */
function MessageFields(): ReactNode {
  const form = useFormContext<Values>();
  return (
    <>
      <Field form={form} name="messageText" label="Message" required>
        {(field) => <TrimmedTextarea {...field} max={textLimits.message} />}
      </Field>
      <Confirmation name="messageContainsNoPhi" label="The message contains no protected health information (PHI)" />
      <Confirmation name="hasConsentedToSms" label="The patient has agreed to get text messages at this number" />
    </>
  );
}

function Confirmation({
  name,
  label,
}: {
  name: 'messageContainsNoPhi' | 'hasConsentedToSms';
  label: string;
}): ReactNode {
  const form = useFormContext<Values>();
  return <Field form={form} name={name} label={label} input={CheckboxInput} />;
}

/** Cache time in milliseconds; short, because a patient may text RESUME at any time. */
const keptMs = 30_000;

/** The opt-out of a number, cached briefly by its digits. */
function useOptOut(number: string) {
  const phoneNumber = digitsToAsk(number);
  return useQuery({
    ...queryOf(isPhoneNumberOptedOut, { phoneNumber: phoneNumber ?? '' }),
    enabled: phoneNumber !== null,
    staleTime: keptMs,
  });
}

/** The patient's numbers that have opted out, by their digits. */
function useOptedOutNumbers(numbers: readonly string[]): ReadonlySet<string> {
  const phoneNumbers = numbers.flatMap((number) => digitsToAsk(number) ?? []);
  const { data } = useQuery({
    ...queryOf(arePhoneNumbersOptedOut, { phoneNumbers }),
    enabled: phoneNumbers.length > 0,
    staleTime: keptMs,
  });
  return new Set(data?.optOutInfo.filter(({ isOptedOut }) => isOptedOut).map(({ phoneNumber }) => phoneNumber));
}
