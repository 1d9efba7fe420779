import { consultationLimits } from '@careloop/contracts/consultations';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { CharacterCountedTextarea } from '../../../ui/CharacterCountedTextarea.tsx';
import { inputProps } from '../../../ui/forms.ts';
import type { WizardValues } from './wizardForm.ts';

/** Step 2: the question. */
export function StepComments(): ReactNode {
  const form = useFormContext<WizardValues>();
  return (
    <CharacterCountedTextarea
      label="What would you like to know about the patient’s medication?"
      minRows={6}
      value={form.watch('additionalInfo.comments')}
      {...inputProps(form, 'additionalInfo.comments')}
      max={consultationLimits.notes}
    />
  );
}
