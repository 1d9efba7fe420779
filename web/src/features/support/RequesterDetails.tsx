import type { supportRequestForm } from '@careloop/contracts/support';
import { Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { useSession } from '../../session/useSession.ts';
import { Field } from '../../ui/Field.tsx';
import classes from './Support.module.css';
import { TrimmedTextInput } from '../../ui/TrimmedTextInput.tsx';

type Values = z.input<typeof supportRequestForm>;

/** The requester and their client. */
export function RequesterDetails(): ReactNode {
  const form = useFormContext<Values>();
  const { user } = useSession();
  const clients = user.clients.map(({ clientId, displayName }) => ({ value: clientId, label: displayName }));
  return (
    <section className={classes['pane']} aria-labelledby="support-requester">
      <h3 id="support-requester">Requester Details</h3>
      <Field form={form} name="email" label="Email" required>
        {(field) => <TrimmedTextInput {...field} type="email" autoComplete="email" />}
      </Field>
      <Field form={form} name="name" label="Name" required>
        {(field) => <TrimmedTextInput {...field} autoComplete="name" />}
      </Field>
      <Field form={form} name="clientId" label="Associated Client" required>
        {(field) => (
          <Select
            {...field}
            onChange={(value) => value !== null && field.onChange(value)}
            searchable={clients.length > 8}
            allowDeselect={false}
            nothingFoundMessage="No options found"
            data={clients}
          />
        )}
      </Field>
    </section>
  );
}
