import { userTypeLabels } from '@careloop/contracts/codes';
import { Menu, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconInfoCircle, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import type { LazyMenuContentProps } from '../ui/lazyMenu.tsx';
import { useSession } from '../session/useSession.ts';
import { setShortcutsEnabled, useShortcutsEnabled } from '../ui/shortcuts.ts';
import { useActFor, useActingFor } from './actingFor.ts';
import { useMenu } from './features.ts';
import { leavePortal } from './leavePortal.ts';
import classes from './Shell.module.css';
import { showShellDialog } from './shellDialogs.tsx';

/** The user menu. */
export function UserMenuContent({ target, menu }: LazyMenuContentProps): ReactNode {
  return (
    <Menu position="right-end" width={264} {...menu}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <SignedInUser />
        <Menu.Divider />
        <DestinationItems />
        <Menu.Divider />
        <SettingsItems />
      </Menu.Dropdown>
    </Menu>
  );
}

/** Who is signed in, and for whom they can act. */
export function SignedInUser(): ReactNode {
  const { user, context } = useSession();
  const organization = context.healthcareOrganization?.name ?? context.clientOrganization?.name;
  return (
    <>
      <div className={classes['who']}>
        <strong>
          {user.firstName} {user.lastName}
        </strong>
        <span>
          {userTypeLabels[user.userType]} · {user.username}
        </span>
        {organization !== undefined && <span>{organization}</span>}
      </div>
      <ActForItems />
    </>
  );
}

/** Settings of this browser, and Logout as the last item. */
export function SettingsItems(): ReactNode {
  return (
    <>
      <SchemeItems />
      <Menu.Divider />
      <ShortcutsItem />
      <Menu.Item leftSection={<IconInfoCircle size={16} />} onClick={() => showShellDialog('details')}>
        Application details
      </Menu.Item>
      <Menu.Divider />
      <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void leavePortal()}>
        Logout
      </Menu.Item>
    </>
  );
}

function DestinationItems(): ReactNode {
  return useMenu('user').map(({ to, label, icon: DestinationIcon }) => (
    <Menu.Item key={to} component={Link} to={to} leftSection={<DestinationIcon size={16} />}>
      {label}
    </Menu.Item>
  ));
}

const oneself = 'oneself';

/** Selects the person to act for, for users who may act for others. */
function ActForItems(): ReactNode {
  const { usersToImpersonate } = useSession().user;
  const [searched, setSearched] = useState('');
  const acting = useActingFor();
  const actFor = useActFor();
  if (usersToImpersonate.length === 0) return null;
  const people = usersToImpersonate
    .map(({ proxiedUserId, firstName, lastName }) => ({ proxiedUserId, name: `${firstName} ${lastName}` }))
    .filter(({ name }) => name.toLowerCase().includes(searched.trim().toLowerCase()));
  return (
    <>
      <Menu.Divider />
      <Menu.Label>Work as</Menu.Label>
      {usersToImpersonate.length > 8 && (
        <Menu.Search
          aria-label="Find a person to work as"
          placeholder="Find a person"
          value={searched}
          onChange={(event) => setSearched(event.currentTarget.value)}
        />
      )}
      <Menu.RadioGroup
        value={String(acting?.proxiedUserId ?? oneself)}
        onChange={(value) => actFor(value === oneself ? undefined : Number(value))}
      >
        <Menu.RadioItem value={oneself} closeMenuOnClick>
          Myself
        </Menu.RadioItem>
        <div className={classes['people']}>
          {people.map(({ proxiedUserId, name }) => (
            <Menu.RadioItem key={proxiedUserId} value={String(proxiedUserId)} closeMenuOnClick>
              {name}
            </Menu.RadioItem>
          ))}
          {people.length === 0 && <Menu.Label>No options found</Menu.Label>}
        </div>
      </Menu.RadioGroup>
    </>
  );
}

const schemes: readonly { value: MantineColorScheme; label: string; icon: ReactNode }[] = [
  { value: 'light', label: 'Light', icon: <IconSun size={16} /> },
  { value: 'dark', label: 'Dark', icon: <IconMoon size={16} /> },
  { value: 'auto', label: 'Match system', icon: <IconDeviceDesktop size={16} /> },
];

function SchemeItems(): ReactNode {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <>
      <Menu.Label>Appearance</Menu.Label>
      <Menu.RadioGroup value={colorScheme} onChange={(value) => setColorScheme(value as MantineColorScheme)}>
        {schemes.map(({ value, label, icon }) => (
          <Menu.RadioItem key={value} value={value} rightSection={icon} closeMenuOnClick={false}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  );
}

/** WCAG 2.1.4: users who dictate or press keys by accident can turn shortcuts off. */
function ShortcutsItem(): ReactNode {
  const isEnabled = useShortcutsEnabled();
  return (
    <Menu.CheckboxItem checked={isEnabled} onChange={setShortcutsEnabled} closeMenuOnClick={false}>
      Single-key shortcuts
    </Menu.CheckboxItem>
  );
}
