import { Menu } from '@mantine/core';
import type { ReactNode } from 'react';

interface LoadingMenuItemProps {
  isError: boolean;
  onRetry: () => void;
}

/** In a menu, in place of items that are loading or could not be loaded: one element, so that it keeps the focus. */
export function LoadingMenuItem({ isError, onRetry }: LoadingMenuItemProps): ReactNode {
  return (
    <Menu.Item closeMenuOnClick={false} aria-disabled={!isError} onClick={() => isError && onRetry()}>
      {isError ? 'Could not be loaded. Try again.' : 'Loading…'}
    </Menu.Item>
  );
}
