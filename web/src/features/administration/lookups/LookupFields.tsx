import type { lookupForm } from '@careloop/contracts/administration/lookups';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import classes from './Lookups.module.css';

/** The name, which every entry has. */
export function NameField(): ReactNode {
  const { control } = useFormContext<{ name: string }>();
  return (
    <Controller
      control={control}
      name="name"
      render={({ field, fieldState }) => (
        <TrimmedTextInput {...field} label="Name" withAsterisk error={fieldState.error?.message} />
      )}
    />
  );
}

/** The fields of an entry that is a name only. */
export function NameOnly(): ReactNode {
  return (
    <div className={classes['fields']}>
      <NameField />
    </div>
  );
}

/** The fields of an entry with a code. */
export function CodeFields({ codeLabel }: { codeLabel: string }): ReactNode {
  const { control } = useFormContext<z.input<typeof lookupForm>>();
  return (
    <div className={classes['fields']}>
      <NameField />
      <Controller
        control={control}
        name="code"
        render={({ field, fieldState }) => (
          <TrimmedTextInput {...field} label={codeLabel} error={fieldState.error?.message} />
        )}
      />
    </div>
  );
}
