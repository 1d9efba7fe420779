import type { OutputOf } from '@careloop/contracts/endpoint';
import type { getSiteAlertSettings, siteAlertForm } from '@careloop/contracts/site-info';
import { Group, Radio, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { Field } from '../../ui/Field.tsx';
import { RadioGroup } from '../../ui/RadioGroup.tsx';
import { TreeSelect } from '../../ui/TreeSelect.tsx';

type Values = z.input<typeof siteAlertForm>;

/** All clients, or some of them. */
export function SiteAlertAudience({
  clients,
}: {
  clients: OutputOf<typeof getSiteAlertSettings>['clients'];
}): ReactNode {
  const form = useFormContext<Values>();
  const nodes = clients.map(({ clientId, displayName }) => ({ key: String(clientId), label: displayName }));
  return (
    <Stack gap="xs">
      <Field form={form} name="isForAllClients" label="Shown to">
        {(field) => (
          <RadioGroup
            {...field}
            value={field.value ? 'all' : 'some'}
            onChange={(value) => field.onChange(value === 'all')}
          >
            <Group gap="lg" mt={4}>
              <Radio value="all" label="All clients" />
              <Radio value="some" label="Chosen clients" />
            </Group>
          </RadioGroup>
        )}
      </Field>
      {!form.watch('isForAllClients') && (
        <Field form={form} name="clientIds" label="Clients">
          {(field) => (
            <TreeSelect
              {...field}
              searchLabel="Search clients"
              nodes={nodes}
              value={field.value.map(String)}
              onChange={(keys) => field.onChange(keys.map(Number))}
            />
          )}
        </Field>
      )}
    </Stack>
  );
}
