import { Menu } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { LazyMenuContentProps } from '../ui/lazyMenu.tsx';
import { useMenu } from './features.ts';

/** The administrator's screens. */
export function AdministrationMenuContent({ target, menu }: LazyMenuContentProps): ReactNode {
  return (
    <Menu position="right-start" width={200} {...menu}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {useMenu('administration').map(({ to, label, icon: DestinationIcon }) => (
          <Menu.Item key={to} component={Link} to={to} leftSection={<DestinationIcon size={16} />}>
            {label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
