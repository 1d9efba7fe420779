import type { ProviderSearchItem } from '@careloop/contracts/directory';
import { findProviderChoices } from '@careloop/contracts/directory/choices';
import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryOf } from '../../../../api/query.ts';
import { Callout } from '../../../../ui/Callout.tsx';
import { ChoiceChips } from './ChoiceChips.tsx';
import { figuresPeriod, figureWords, networkReason } from './choiceWords.ts';

interface ChosenChipsProps {
  patientId: number;
  provider: ProviderSearchItem;
}

/** The chips and figures of a selected provider as they are now, and a warning if they have left the network since. */
export function ChosenChips({ patientId, provider }: ChosenChipsProps): ReactNode {
  const { healthcareProviderId, network } = provider;
  const { data } = useQuery(queryOf(findProviderChoices, { patientId, healthcareProviderId }));
  const choice = data?.items.find((one) => one.healthcareProviderId === healthcareProviderId);
  if (data === undefined || choice === undefined) return null;
  const { figures } = choice;
  const hasLeft = network === 'in' && choice.network !== 'in';
  return (
    <Box mt={6}>
      <ChoiceChips choice={choice} plans={data.plans} />
      <Text fz="xs" c="dimmed">
        {networkReason(choice, data.plans)}
        {figures !== null && data.figuresClientName !== null && (
          <>
            {' '}
            {figures.isOfSpecialty ? `${choice.specialty ?? 'The specialty'} ` : 'The provider '}
            {figureWords(figures).join(', ')}. {figuresPeriod(data.figuresClientName)}
          </>
        )}
      </Text>
      {hasLeft && (
        <Box mt="xs">
          <Callout tone="warning" title={`${provider.fullName} was in network when you chose them, and no longer is`}>
            {networkReason(choice, data.plans)} You can choose another provider or send it all the same.
          </Callout>
        </Box>
      )}
    </Box>
  );
}
