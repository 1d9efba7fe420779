import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { openProviderEditor } from './providerDialogs.ts';

interface ProviderNameProps {
  /** Null for somebody who is not in the directory: the name alone. */
  healthcareProviderId: number | null;
  children: ReactNode;
}

/** The name of a provider; it opens what the directory says of them. */
export function ProviderName({ healthcareProviderId, children }: ProviderNameProps): ReactNode {
  if (healthcareProviderId === null) return children;
  return (
    <Anchor
      component="button"
      type="button"
      fz="inherit"
      fw="inherit"
      ta="left"
      onClick={() => openProviderEditor(healthcareProviderId)}
    >
      {children}
    </Anchor>
  );
}
