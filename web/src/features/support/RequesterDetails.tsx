import type { supportRequestForm } from '@careloop/contracts/support';
import { Select, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { useSession } from '../../session/useSession.ts';
import { inputProps } from '../../ui/forms.ts';
import classes from './Support.module.css';

type Values = z.input<typeof supportRequestForm>;

/** The requester and their client. */
export function RequesterDetails(): ReactNode {
  const form = useFormContext<Values>();
  const { user } = useSession();
  const clients = user.clients.map(({ clientId, displayName }) => ({ value: String(clientId), label: displayName }));
  return (
    <section className={classes['pane']} aria-labelledby="support-requester">
      <h3 id="support-requester">Requester Details</h3>
      <TextInput label="Email" type="email" withAsterisk autoComplete="email" {...inputProps(form, 'email')} />
      <TextInput label="Name" withAsterisk autoComplete="name" {...inputProps(form, 'name')} />
      <Controller
        control={form.control}
        name="clientId"
        render={({ field, fieldState }) => (
          <Select
            label="Associated Client"
            withAsterisk
            searchable={clients.length > 8}
            allowDeselect={false}
            nothingFoundMessage="No options found"
            data={clients}
            ref={field.ref}
            value={String(field.value)}
            onChange={(value) => field.onChange(value === null ? null : Number(value))}
            onBlur={field.onBlur}
            error={fieldState.error?.message}
          />
        )}
      />
    </section>
  );
}
