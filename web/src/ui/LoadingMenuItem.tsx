import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import type { ShownQuery } from './QueryState.tsx';

/** In a menu, in place of items that are loading or could not be loaded: one element, so that it keeps the focus. */
export function LoadingMenuItem({ query: { error, refetch } }: { query: ShownQuery<unknown> }): ReactNode {
  const isError = error !== null;
  return (
    <Menu.Item closeMenuOnClick={false} aria-disabled={!isError} onClick={() => isError && void refetch()}>
      {isError ? 'Could not be loaded. Try again.' : 'Loading...'}
    </Menu.Item>
  );
}
