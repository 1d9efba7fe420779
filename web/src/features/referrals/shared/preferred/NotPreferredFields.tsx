import { notPreferredReason, notPreferredReasonLabels, type NotPreferredReason } from '@careloop/contracts/codes';
import type { ProviderSearchItem } from '@careloop/contracts/directory';
import { isNotPreferred, needsMoreInfo, notPreferredInfoLimit } from '@careloop/contracts/referrals/notPreferred';
import { Select, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Callout } from '../../../../ui/Callout.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { TrimmedTextarea } from '../../../../ui/TrimmedTextarea.tsx';
import { lookupsOf } from '../../../directory/shared/aps/apsQueries.ts';

/** The part of a wizard's values used here. */
interface ChosenProviderValues {
  chooseProvider: {
    healthcareProvider: ProviderSearchItem | null;
    /** Selected from the care team instead. */
    member?: Pick<ProviderSearchItem, 'isPreferred' | 'enforcePreferred'> | null;
    notPreferredReason: number | null;
    notPreferredAdditionalInfo: string;
  };
}

const names = Object.keys(notPreferredReasonLabels) as NotPreferredReason[];
const reasons = names.map((name) => ({
  value: notPreferredReason.codeOf(name),
  label: notPreferredReasonLabels[name],
}));

/** The client's warning about providers like this one. */
function useWarning(patientId: number): { title: string; text: string | null } {
  const { data } = useQuery(lookupsOf(patientId));
  const affiliations = data?.affiliations ?? [];
  const preferred = affiliations.filter((tier) => tier.isPreferred).map((tier) => tier.name);
  const [other, ...more] = affiliations.filter((tier) => tier.enforcePreferred && !tier.isPreferred);
  return {
    title: `This provider is not a/an ${preferred.join(' or ') || 'preferred'} specialist.`,
    // The provider is in one of these tiers, and which one is known only if there is just one.
    text: more.length === 0 ? (other?.warningMessage ?? null) : null,
  };
}

/**
 * Asks for the reason if the selected provider is outside the preferred affiliations and the client enforces them;
 * otherwise renders nothing. For any wizard whose form has these fields.
 */
export function NotPreferredFields({ patientId }: { patientId: number }): ReactNode {
  const { watch } = useFormContext<ChosenProviderValues>();
  const { member, healthcareProvider } = watch('chooseProvider');
  return isNotPreferred(member ?? healthcareProvider) ? <Reason patientId={patientId} /> : null;
}

function Reason({ patientId }: { patientId: number }): ReactNode {
  const form = useFormContext<ChosenProviderValues>();
  const { title, text } = useWarning(patientId);
  return (
    <Callout tone="warning" title={title}>
      <Stack gap="sm" mt={4} maw={520}>
        <Text fz="sm">{text === null ? '' : `${text.replace(/\.$/u, '')}. `}Choose why this provider is needed.</Text>
        <Field form={form} name="chooseProvider.notPreferredReason" label="Reason" required>
          {(field) => (
            <Select
              {...field}
              placeholder="Choose a reason"
              data={reasons}
              onChange={(value) => {
                form.setValue('chooseProvider.notPreferredReason', value, { shouldDirty: true });
                form.clearErrors(['chooseProvider.notPreferredReason', 'chooseProvider.notPreferredAdditionalInfo']);
              }}
            />
          )}
        </Field>
        {needsMoreInfo(form.watch('chooseProvider.notPreferredReason')) && (
          <Field form={form} name="chooseProvider.notPreferredAdditionalInfo" label="Additional Info" required>
            {(field) => <TrimmedTextarea {...field} max={notPreferredInfoLimit} />}
          </Field>
        )}
      </Stack>
    </Callout>
  );
}
