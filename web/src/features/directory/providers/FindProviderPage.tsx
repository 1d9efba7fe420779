import { Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { FindOrAdd } from './FindOrAdd.tsx';
import classes from './Providers.module.css';

/** Add/Find Provider as a page of the navigation. */
export function FindProviderPage(): ReactNode {
  return (
    <div className={classes['page']}>
      <Title order={1} size="h2" mb="md">
        Add/Find Provider
      </Title>
      <FindOrAdd />
    </div>
  );
}
