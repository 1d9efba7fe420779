import { Anchor, Group, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { FindOrAdd } from './FindOrAdd.tsx';
import classes from './Providers.module.css';

/** Add/Find Provider as a page of the navigation. */
export function FindProviderPage(): ReactNode {
  return (
    <div className={classes['page']}>
      <Group justify="space-between" mb="md">
        <Title order={1}>Add/Find Provider</Title>
        <Anchor component={Link} to="/Organizations">
          Organizations
        </Anchor>
      </Group>
      <FindOrAdd />
    </div>
  );
}
