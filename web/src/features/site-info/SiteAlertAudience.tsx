import type { OutputOf } from '@careloop/contracts/endpoint';
import type { getSiteAlertSettings, siteAlertForm } from '@careloop/contracts/site-info';
import { Group, Radio, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import { Controller, useFormContext } from 'react-hook-form';
import type { z } from 'zod';
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
      <Controller
        control={form.control}
        name="isForAllClients"
        render={({ field }) => (
          <RadioGroup
            label="Shown to"
            ref={field.ref}
            value={field.value ? 'all' : 'some'}
            onChange={(value) => field.onChange(value === 'all')}
            onBlur={field.onBlur}
          >
            <Group gap="lg" mt={4}>
              <Radio value="all" label="All clients" />
              <Radio value="some" label="Chosen clients" />
            </Group>
          </RadioGroup>
        )}
      />
      {!form.watch('isForAllClients') && (
        <Controller
          control={form.control}
          name="clientIds"
          render={({ field, fieldState }) => (
            <TreeSelect
              label="Clients"
              searchLabel="Search clients"
              nodes={nodes}
              ref={field.ref}
              value={field.value.map(String)}
              onChange={(keys) => field.onChange(keys.map(Number))}
              error={fieldState.error?.message}
            />
          )}
        />
      )}
    </Stack>
  );
}
