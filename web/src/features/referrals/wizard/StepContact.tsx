import { referralTexts } from '@careloop/contracts/referrals';
import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import { inputProps } from '../../../ui/forms.ts';
import { PhoneInput } from '../../../ui/PhoneInput.tsx';
import type { WizardValues } from './wizardForm.ts';

/** Step 3: how the patient is reached. */
export function StepContact(): ReactNode {
  const form = useFormContext<WizardValues>();
  const consent = form.register('verifyContactInfo.givenSmsConsent', {
    // Consent makes the phone required, so its error appears and disappears with it.
    onChange: () => {
      if (form.formState.errors.verifyContactInfo !== undefined) void form.trigger('verifyContactInfo.cellPhone');
    },
  });
  return (
    <Stack gap="sm" maw={420}>
      <TextInput label="Caregiver name" {...inputProps(form, 'verifyContactInfo.caregiverName')} />
      <Controller
        control={form.control}
        name="verifyContactInfo.cellPhone"
        render={({ field, fieldState }) => (
          <PhoneInput label="Patient/caregiver cell phone" {...field} error={fieldState.error?.message} />
        )}
      />
      <Checkbox
        label="The patient/caregiver agrees to receive SMS messages"
        description={referralTexts.consentPrompt}
        {...consent}
      />
    </Stack>
  );
}
