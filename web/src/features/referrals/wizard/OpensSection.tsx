import type { ProviderSearchItem } from '@careloop/contracts/directory';
import type { Referral } from '@careloop/contracts/referrals';
import {
  getRecordScope,
  recordScopeLabels,
  recordScopes,
  scopeTexts,
  type ReceiverScope,
  type RecordScope,
} from '@careloop/contracts/referrals/recordScope';
import { Group, Radio, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { queryOf } from '../../../api/query.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { Section } from '../../../components/Section.tsx';
import { Field } from '../../../ui/Field.tsx';
import { RadioGroup } from '../../../ui/RadioGroup.tsx';
import { OutsideBadge } from '../../directory/shared/choices/OutsideBadge.tsx';
import type { WizardValues } from './wizardForm.ts';

const useScope = (patientId: number, provider: ProviderSearchItem | null) =>
  useQuery({
    ...queryOf(getRecordScope, { patientId, healthcareProviderId: provider?.healthcareProviderId ?? 0 }),
    enabled: provider !== null,
  }).data;

/** "Patel, Anjali of Worcester Heart Associates" */
const whoIs = ({ fullName }: ProviderSearchItem, { organizationName }: ReceiverScope) =>
  organizationName === null ? fullName : `${fullName} of ${organizationName}`;

/** "Outside {client}", below a provider whose user belongs to other clients only. */
export function OutsideNote({
  patientId,
  provider,
}: {
  patientId: number;
  provider: ProviderSearchItem | null;
}): ReactNode {
  const scope = useScope(patientId, provider);
  if (provider === null || scope === undefined || !scope.isOutside) return null;
  return (
    <Text fz="sm">
      <OutsideBadge client={scope.clientName} /> {scopeTexts.opens[scope.usualScope](whoIs(provider, scope))}
    </Text>
  );
}

/** What is usual for the selected provider, for a coordinator who selects one: the scope is not chosen there. */
export function OpensNote({
  patientId,
  provider,
}: {
  patientId: number;
  provider: ProviderSearchItem | null;
}): ReactNode {
  const scope = useScope(patientId, provider);
  if (provider === null || scope === undefined || !scope.hasUser) return null;
  return (
    <Callout title={scope.isOutside ? scopeTexts.outside(scope.clientName) : 'What accepting opens'}>
      {scopeTexts.opens[scope.usualScope](whoIs(provider, scope))}
    </Callout>
  );
}

interface OpensSectionProps {
  patientId: number;
  /** The referral being edited. */
  edited?: Referral | undefined;
}

/** What accepting the referral opens, for whom, and of which organization; the sender can change it until it is accepted. */
export function OpensSection({ patientId, edited }: OpensSectionProps): ReactNode {
  const form = useFormContext<WizardValues>();
  const { healthcareProvider: provider, recordScope } = form.watch('chooseProvider');
  const scope = useScope(patientId, provider);
  if (provider === null || scope === undefined || !scope.hasUser) return null;
  const chosen = recordScope ?? scope.usualScope;
  const who = whoIs(provider, scope);
  const isFixed = edited !== undefined && edited.status !== 'pending';
  return (
    <Section title="What it opens">
      {scope.isOutside && (
        <Group mb="xs">
          <OutsideBadge client={scope.clientName} />
        </Group>
      )}
      {isFixed ? (
        <Text fz="sm">{scopeTexts.opens[chosen](who)}</Text>
      ) : (
        <Field form={form} name="chooseProvider.recordScope" label="What accepting opens">
          {(field) => (
            <RadioGroup
              {...field}
              label={undefined}
              aria-label={field.label}
              value={chosen}
              onChange={(value) => field.onChange(value as RecordScope)}
            >
              <Stack gap="xs">
                {recordScopes.map((one) => (
                  <Radio
                    key={one}
                    value={one}
                    label={
                      one === scope.usualScope
                        ? `${recordScopeLabels[one]} (usual ${scope.isOutside ? 'outside' : 'inside'} ${scope.clientName})`
                        : recordScopeLabels[one]
                    }
                    description={scopeTexts.opens[one](who)}
                  />
                ))}
              </Stack>
            </RadioGroup>
          )}
        </Field>
      )}
    </Section>
  );
}
