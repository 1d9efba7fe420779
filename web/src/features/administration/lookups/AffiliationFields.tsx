import {
  clientLookupLimits,
  clientLookupTexts as texts,
  type affiliationForm,
} from '@careloop/contracts/administration/clientLookups';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { CheckboxInput } from '../../../ui/CheckboxInput.tsx';
import { WholeNumberInput } from '../../../ui/WholeNumberInput.tsx';
import { Field } from '../../../ui/Field.tsx';
import { NameField } from './LookupFields.tsx';
import classes from './Lookups.module.css';
import { TrimmedTextarea } from '../../../ui/TrimmedTextarea.tsx';

type Values = z.input<typeof affiliationForm>;

export const affiliationLabels = {
  name: 'Name',
  isPreferred: 'Preferred',
  enforcePreferred: 'Ask for a reason',
  warningMessage: 'Warning message',
  position: 'Order',
} as const;

function Flag({ name, description }: { name: 'isPreferred' | 'enforcePreferred'; description: string }): ReactNode {
  const form = useFormContext<Values>();
  return (
    <Field form={form} name={name} label={affiliationLabels[name]} description={description} input={CheckboxInput} />
  );
}

export function AffiliationFields(): ReactNode {
  const form = useFormContext<Values>();
  const isPreferred = form.watch('isPreferred');
  return (
    <div className={classes['fields']}>
      <NameField />
      <Flag name="isPreferred" description={texts.preferredHint} />
      {/* No effect on a preferred affiliation. The value is kept, in case the affiliation stops being preferred. */}
      {isPreferred !== true && <Flag name="enforcePreferred" description={texts.reasonHint} />}
      <Field form={form} name="warningMessage" label={affiliationLabels.warningMessage} description={texts.warningHint}>
        {(field) => <TrimmedTextarea {...field} max={clientLookupLimits.warningMessage} />}
      </Field>
      <Field form={form} name="position" label={affiliationLabels.position} description={texts.positionHint}>
        {(field) => (
          <WholeNumberInput {...field} placeholder={texts.positionEmpty} allowNegative={false} hideControls />
        )}
      </Field>
    </div>
  );
}
