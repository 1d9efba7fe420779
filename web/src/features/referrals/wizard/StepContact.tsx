import { referralTexts } from '@careloop/contracts/referrals';
import { Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { CheckboxInput } from '../../../ui/CheckboxInput.tsx';
import { Field } from '../../../ui/Field.tsx';
import { PhoneInput } from '../../../ui/PhoneInput.tsx';
import type { WizardValues } from './wizardForm.ts';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';

/** Step 3: how the patient is reached. */
export function StepContact(): ReactNode {
  const form = useFormContext<WizardValues>();
  return (
    <Stack gap="sm" maw={420}>
      <Field form={form} name="verifyContactInfo.caregiverName" label="Caregiver name" input={TrimmedTextInput} />
      <Field form={form} name="verifyContactInfo.cellPhone" label="Patient/caregiver cell phone" input={PhoneInput} />
      <Field
        form={form}
        name="verifyContactInfo.givenSmsConsent"
        label="The patient/caregiver agrees to receive SMS messages"
        description={referralTexts.consentPrompt}
      >
        {(field) => (
          <CheckboxInput
            {...field}
            onChange={(isGiven) => {
              field.onChange(isGiven);
              // Consent makes the phone required, so its error appears and disappears with it.
              if (form.formState.errors.verifyContactInfo !== undefined)
                void form.trigger('verifyContactInfo.cellPhone');
            }}
          />
        )}
      </Field>
    </Stack>
  );
}
