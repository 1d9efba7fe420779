import { Menu } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { LazyMenuContentProps } from '../ui/lazyMenu.tsx';
import { useOtherPlaces } from './features.ts';
import { HelpItems } from './HelpMenuContent.tsx';
import classes from './MoreMenu.module.css';
import { showPalette } from './PaletteHost.tsx';
import { SettingsItems, SignedInUser } from './UserMenuContent.tsx';

/** Everything of the main navigation that has no room in the bar of a phone, as a sheet above it. */
export function MoreMenuContent({ target, menu }: LazyMenuContentProps): ReactNode {
  return (
    <Menu
      {...menu}
      position="top-end"
      offset={4}
      width="100vw"
      middlewares={{ flip: false, shift: { padding: 0 } }}
      withOverlay
      overlayProps={{ backgroundOpacity: 0.45 }}
      classNames={classes}
    >
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconSearch />} onClick={showPalette}>
          Search
        </Menu.Item>
        {useOtherPlaces().map(({ to, label, icon: PlaceIcon, Badge }) => (
          <Menu.Item
            key={to}
            component={Link}
            to={to}
            leftSection={<PlaceIcon />}
            rightSection={Badge !== undefined && <Badge />}
          >
            {label}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Label>Help</Menu.Label>
        <HelpItems />
        <Menu.Divider />
        <SignedInUser />
        <Menu.Divider />
        <SettingsItems />
      </Menu.Dropdown>
    </Menu>
  );
}
