import { userTypeLabels } from '@careloop/contracts/codes';
import { Menu, UnstyledButton, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconInfoCircle, IconLogout, IconMoon, IconSun } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { toApiError } from '../api/errors.ts';
import { signOut } from '../session/store.ts';
import { useSession } from '../session/useSession.ts';
import { mayLeave } from '../ui/dirtyGuard.ts';
import { setShortcutsEnabled, useShortcutsEnabled } from '../ui/shortcuts.ts';
import { AppDetailsDialog } from './AppDetailsDialog.tsx';
import classes from './Shell.module.css';
import { toast } from './toasts.tsx';

async function leave(): Promise<void> {
  if (!(await mayLeave())) return;
  try {
    await signOut();
  } catch (error) {
    toast.error(toApiError(error));
  }
}

/** Who is signed in, how the portal looks, and the way out. */
export function UserMenu(): ReactNode {
  const { user, context } = useSession();
  const [showsDetails, setShowsDetails] = useState(false);
  const name = `${user.firstName} ${user.lastName}`;
  const organization = context.healthcareOrganization?.name ?? context.clientOrganization?.name;
  return (
    <>
      <Menu position="right-end" width={264} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <UnstyledButton className={classes['user']}>
            <span className={classes['initials']} aria-hidden>
              {user.firstName.charAt(0)}
              {user.lastName.charAt(0)}
            </span>
            <span className={classes['userName']}>{user.firstName}</span>
            <span className="visually-hidden">{user.lastName}: account and settings</span>
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <div className={classes['who']}>
            <strong>{name}</strong>
            <span>
              {userTypeLabels[user.userType]} · {user.username}
            </span>
            {organization !== undefined && <span>{organization}</span>}
          </div>
          <Menu.Divider />
          <SchemeItems />
          <Menu.Divider />
          <ShortcutsItem />
          <Menu.Item leftSection={<IconInfoCircle size={16} />} onClick={() => setShowsDetails(true)}>
            Application details
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item leftSection={<IconLogout size={16} />} onClick={() => void leave()}>
            Sign out
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <AppDetailsDialog opened={showsDetails} onClose={() => setShowsDetails(false)} />
    </>
  );
}

const schemes: readonly { value: MantineColorScheme; label: string; icon: ReactNode }[] = [
  { value: 'light', label: 'Light', icon: <IconSun size={16} /> },
  { value: 'dark', label: 'Dark', icon: <IconMoon size={16} /> },
  { value: 'auto', label: 'Like the system', icon: <IconDeviceDesktop size={16} /> },
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

/** WCAG 2.1.4: who dictates or hits keys by accident switches them off. */
function ShortcutsItem(): ReactNode {
  const isEnabled = useShortcutsEnabled();
  return (
    <Menu.CheckboxItem checked={isEnabled} onChange={setShortcutsEnabled} closeMenuOnClick={false}>
      Single-key shortcuts
    </Menu.CheckboxItem>
  );
}
