import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { openProviderEditor } from './providerDialogs.ts';

interface ProviderNameProps {
  /** Null for a person who is not in the directory; only the name is shown. */
  healthcareProviderId: number | null;
  children: ReactNode;
}

/** The name of a provider; a click opens the directory entry. */
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
