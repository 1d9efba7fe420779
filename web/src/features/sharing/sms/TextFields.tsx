import type { PatientInfo } from '@careloop/contracts/patients';
import { textLimits, type textMessageForm } from '@careloop/contracts/sharing/sms';
import { Checkbox, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { CharacterCountedTextarea } from '../../../ui/CharacterCountedTextarea.tsx';
import { inputProps } from '../../../ui/forms.ts';
import { MobileInput } from '../../../ui/PhoneInput.tsx';
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
      <Controller
        control={form.control}
        name="recipientName"
        render={({ field, fieldState }) => (
          <TrimmedTextInput
            {...field}
            label="To"
            withAsterisk
            max={textLimits.recipientName}
            error={fieldState.error?.message}
          />
        )}
      />
      <div className={classes['number']}>
        <Controller
          control={form.control}
          name="phoneNumber"
          render={({ field, fieldState }) => (
            <MobileInput {...field} label="Phone #" withAsterisk error={fieldState.error?.message} />
          )}
        />
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
      <CharacterCountedTextarea
        label="Message"
        withAsterisk
        {...inputProps(form, 'messageText')}
        max={textLimits.message}
      />
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
  const { control } = useFormContext<Values>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field: { value, ...field }, fieldState }) => (
        <Checkbox {...field} checked={value} label={label} error={fieldState.error?.message} />
      )}
    />
  );
}
