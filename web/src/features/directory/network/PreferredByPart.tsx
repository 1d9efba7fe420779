import type { NetworkValues, PreferringProvider } from '@careloop/contracts/directory/network';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { AsyncMultiSelect } from '../../../ui/AsyncMultiSelect.tsx';
import { Field } from '../../../ui/Field.tsx';
import { findEachProvider } from '../shared/providerQueries.ts';
import classes from './Network.module.css';
import { networkLabels, providerText } from './networkText.ts';

/** The providers who prefer this one. */
export function PreferredByPart({ healthcareProviderId: own }: { healthcareProviderId: number }): ReactNode {
  const form = useFormContext<NetworkValues>();
  const search = async (term: string, signal: AbortSignal): Promise<PreferringProvider[]> =>
    (await findEachProvider(term, signal, { excludePersonId: own })).map(
      ({ healthcareProviderId, fullName, degree, specialty }) => ({
        healthcareProviderId,
        fullName,
        degree,
        specialty,
      }),
    );
  return (
    <section className={classes['part']} aria-label={networkLabels.preferredBy}>
      <h3>{networkLabels.preferredBy}</h3>
      <Field form={form} name="preferredBy" label="Providers who prefer this one">
        {(field) => (
          <AsyncMultiSelect
            {...field}
            placeholder="Search by name or NPI"
            minimum={2}
            search={search}
            itemKey={(provider) => provider.healthcareProviderId}
            itemLabel={(provider) => [providerText(provider), provider.specialty].filter(Boolean).join(' · ')}
            renderItem={(provider) => (
              <>
                {providerText(provider)}
                <Text span display="block" fz="xs" c="dimmed">
                  {provider.specialty ?? 'Specialty not stated'}
                </Text>
              </>
            )}
          />
        )}
      </Field>
    </section>
  );
}
