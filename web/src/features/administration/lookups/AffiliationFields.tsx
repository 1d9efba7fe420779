import {
  clientLookupLimits,
  clientLookupTexts as texts,
  type affiliationForm,
} from '@careloop/contracts/administration/clientLookups';
import { Checkbox, NumberInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { CharacterCountedTextarea } from '../../../ui/CharacterCountedTextarea.tsx';
import { inputProps } from '../../../ui/forms.ts';
import { NameField } from './LookupFields.tsx';
import classes from './Lookups.module.css';

type Values = z.input<typeof affiliationForm>;

export const affiliationLabels = {
  name: 'Name',
  isPreferred: 'Preferred',
  enforcePreferred: 'Ask for a reason',
  warningMessage: 'Warning message',
  position: 'Order',
} as const;

function Flag({ name, description }: { name: 'isPreferred' | 'enforcePreferred'; description: string }): ReactNode {
  const { control } = useFormContext<Values>();
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => (
        <Checkbox
          ref={field.ref}
          label={affiliationLabels[name]}
          description={description}
          checked={field.value ?? false}
          onChange={(event) => field.onChange(event.currentTarget.checked)}
          onBlur={field.onBlur}
        />
      )}
    />
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
      <CharacterCountedTextarea
        label={affiliationLabels.warningMessage}
        description={texts.warningHint}
        value={form.watch('warningMessage') ?? ''}
        {...inputProps(form, 'warningMessage')}
        max={clientLookupLimits.warningMessage}
      />
      <Controller
        control={form.control}
        name="position"
        render={({ field, fieldState }) => (
          <NumberInput
            {...field}
            label={affiliationLabels.position}
            description={texts.positionHint}
            placeholder={texts.positionEmpty}
            allowDecimal={false}
            allowNegative={false}
            hideControls
            value={field.value ?? ''}
            onChange={(value) => field.onChange(typeof value === 'number' ? value : null)}
            error={fieldState.error?.message}
          />
        )}
      />
    </div>
  );
}
