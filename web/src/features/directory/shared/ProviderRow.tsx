import type { ProviderSearchItem } from '@careloop/contracts/directory';
import { Group, Text } from '@mantine/core';
import { IconCheck, IconMinus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { addressText, officePhoneText } from './address.ts';
import { Distance } from './Distance.tsx';
import classes from './ProviderPicker.module.css';

function Accepting({ isAccepting }: { isAccepting: boolean | null }): ReactNode {
  if (isAccepting === null) return <span>Not stated</span>;
  const Icon = isAccepting ? IconCheck : IconMinus;
  return (
    <Group component="span" gap={4} wrap="nowrap" c={isAccepting ? 'green' : 'dimmed'}>
      <Icon size={14} aria-hidden />
      <Text span inherit>
        {isAccepting ? 'Accepting' : 'Not accepting'}
      </Text>
    </Group>
  );
}

interface ProviderRowProps {
  provider: ProviderSearchItem;
  /** A selected provider may come from a referral, which knows neither distance nor whether they accept patients. */
  isChosen?: boolean;
}

/** A provider at one address, in two lines of four columns; long names and addresses take more. */
export function ProviderRow({ provider, isChosen = false }: ProviderRowProps): ReactNode {
  const { fullName, degree, specialty, organizationName, address } = provider;
  return (
    <span className={classes.columns}>
      <span className={classes.column}>
        <Text span display="block" fw={600}>
          {[fullName, degree].filter(Boolean).join(', ')}
        </Text>
        <Text span display="block" fz="xs" c="dimmed">
          {[specialty ?? 'Specialty not stated', organizationName].filter(Boolean).join(' · ')}
        </Text>
      </span>
      <span className={classes.column}>
        <Text span display="block" fz="sm">
          {addressText(address) || 'Address not stated'}
        </Text>
        <Text span display="block" fz="xs" c="dimmed">
          {officePhoneText(provider) || 'Phone not stated'}
        </Text>
      </span>
      <Text span fz="xs" className={classes.accepting}>
        {!(isChosen && provider.acceptsNewPatients === null) && <Accepting isAccepting={provider.acceptsNewPatients} />}
      </Text>
      <Text span fz="sm" className={classes.distance}>
        {!(isChosen && provider.distance === null) && (
          <Distance miles={provider.distance} hasAddress={address !== null} />
        )}
      </Text>
    </span>
  );
}
