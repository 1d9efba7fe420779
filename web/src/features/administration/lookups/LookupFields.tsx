import type { lookupForm } from '@careloop/contracts/administration/lookups';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { Field } from '../../../ui/Field.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import classes from './Lookups.module.css';

/** The name, which every entry has. */
export function NameField(): ReactNode {
  const form = useFormContext<{ name: string }>();
  return <Field form={form} name="name" label="Name" required input={TrimmedTextInput} />;
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
  const form = useFormContext<z.input<typeof lookupForm>>();
  return (
    <div className={classes['fields']}>
      <NameField />
      <Field form={form} name="code" label={codeLabel} input={TrimmedTextInput} />
    </div>
  );
}
