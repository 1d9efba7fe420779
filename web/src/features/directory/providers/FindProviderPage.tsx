import { Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Page } from '../../../ui/Page.tsx';
import { FindOrAdd } from './FindOrAdd.tsx';

/** Add/Find Provider as a page of the navigation. */
export function FindProviderPage(): ReactNode {
  return (
    <Page
      title="Add/Find Provider"
      actions={
        <Anchor component={Link} to="/Organizations">
          Organizations
        </Anchor>
      }
    >
      <FindOrAdd />
    </Page>
  );
}
