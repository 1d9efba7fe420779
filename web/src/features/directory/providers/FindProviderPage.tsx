import { findingOrganizations } from '@careloop/contracts/directory/organizations';
import { Anchor, Group } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../../../session/useSession.ts';
import { Page } from '../../../ui/Page.tsx';
import { FindOrAdd } from './FindOrAdd.tsx';

/** Add/Find Provider as a page of the navigation: everybody may look a provider up, and some may add one. */
export function FindProviderPage(): ReactNode {
  const { can, permissions } = useSession();
  return (
    <Page
      title={permissions.has('AddProvider') ? 'Add/Find Provider' : 'Find Provider'}
      actions={
        <Group gap="md">
          <Anchor component={Link} to="/Directory">
            Browse the directory
          </Anchor>
          {can(findingOrganizations) && (
            <Anchor component={Link} to="/Organizations">
              Organizations
            </Anchor>
          )}
        </Group>
      }
    >
      <FindOrAdd />
    </Page>
  );
}
