import { consultationLimits } from '@careloop/contracts/consultations';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../../ui/Field.tsx';
import type { WizardValues } from './wizardForm.ts';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';

/** Step 2: the question. */
export function StepComments(): ReactNode {
  const form = useFormContext<WizardValues>();
  return (
    <Field
      form={form}
      name="additionalInfo.comments"
      label="What would you like to know about the patient’s medication?"
    >
      {(field) => <TrimmedTextarea {...field} minRows={6} max={consultationLimits.notes} />}
    </Field>
  );
}
