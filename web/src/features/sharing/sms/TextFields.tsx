import type { PatientInfo } from '@careloop/contracts/patients';
import { textLimits, type textMessageForm } from '@careloop/contracts/sharing/sms';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { CheckboxInput } from '../../../ui/CheckboxInput.tsx';
import { Field } from '../../../ui/Field.tsx';
import { MobileInput } from '../../../ui/PhoneInput.tsx';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import { digitsToAsk, knownNumbersOf, otherNumber } from './numbers.ts';
import { useOptedOutNumbers } from './optOuts.ts';
import classes from './Texts.module.css';

type Values = z.input<typeof textMessageForm>;

/** Recipient: a name, and a number on file or another one. */
export function NumberFields({ patient }: { patient: PatientInfo }): ReactNode {
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
export function MessageFields(): ReactNode {
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
