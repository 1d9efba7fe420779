import { addressText } from '@careloop/contracts/directory/addressText';
import type { ProviderSearchItem } from '@careloop/contracts/directory';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { officePhoneText } from './address.ts';
import { Distance } from './Distance.tsx';
import classes from './ProviderPicker.module.css';

/** A selected provider at one address, in two lines; long names and addresses take more. It may come from a referral, which knows no distance. */
export function ProviderRow({ provider }: { provider: ProviderSearchItem }): ReactNode {
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
      <Text span fz="sm" className={classes.distance}>
        {provider.distance !== null && <Distance miles={provider.distance} hasAddress={address !== null} />}
      </Text>
    </span>
  );
}
