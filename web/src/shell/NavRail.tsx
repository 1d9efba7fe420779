import { UnstyledButton } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconHelpCircle, IconLogout, IconSearch, IconSettings } from '@tabler/icons-react';
import { Link, useMatchRoute } from '@tanstack/react-router';
import type { ComponentProps, ReactNode } from 'react';
import { lazyMenu } from '../ui/lazyMenu.tsx';
import { useSession } from '../session/useSession.ts';
import { Logo } from '../ui/Logo.tsx';
import { useActingFor } from './actingFor.ts';
import { useMenu } from './features.ts';
import { leavePortal } from './leavePortal.ts';
import { NavLink } from './NavLink.tsx';
import { showPalette } from './PaletteHost.tsx';
import { PhoneBar } from './PhoneBar.tsx';
import classes from './Shell.module.css';

/** The main navigation, with the screens the user may open: at the left, or at the bottom of a phone (Shell.module.css). */
export function MainNavigation(): ReactNode {
  const isPhone = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  return (
    <nav className={classes['rail']} aria-label="Main">
      {isPhone ? <PhoneBar /> : <Rail />}
    </nav>
  );
}

function Rail(): ReactNode {
  const { productName, environmentName } = useSession().config;
  return (
    <>
      <Link to="/" className={classes['logo']} aria-label={`${productName}, home`} tabIndex={-1}>
        <Logo size={30} />
      </Link>
      {environmentName !== null && <span className={classes['environment']}>{environmentName}</span>}
      {useMenu('main').map(({ Below, ...destination }) =>
        Below === undefined ? (
          <NavLink key={destination.to} {...destination} />
        ) : (
          <div key={destination.to} className={classes['withPopout']}>
            <NavLink {...destination} />
            <Below />
          </div>
        ),
      )}
      <AdministrationLinks />
      <UnstyledButton className={classes['link']} onClick={showPalette} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={22} stroke={1.6} aria-hidden />
        <span>Search</span>
      </UnstyledButton>
      <span className={classes['gap']} />
      <HelpMenu button={HelpButton} />
      <UserMenu button={UserButton} />
      <UnstyledButton className={classes['link']} onClick={() => void leavePortal()}>
        <IconLogout size={22} stroke={1.6} aria-hidden />
        <span>Logout</span>
      </UnstyledButton>
    </>
  );
}

const AdministrationMenu = lazyMenu(
  async () => (await import('./AdministrationMenuContent.tsx')).AdministrationMenuContent,
);

/** The administrator's screens in a menu of one entry, or the link itself if there is only one. */
function AdministrationLinks(): ReactNode {
  const [first, ...others] = useMenu('administration');
  if (first === undefined) return null;
  return others.length === 0 ? <NavLink {...first} /> : <AdministrationMenu button={AdministrationButton} />;
}

/** Opens the administration menu, which adds its attributes. */
function AdministrationButton({ className = '', ...props }: ComponentProps<'button'>): ReactNode {
  const places = useMenu('administration');
  const matchRoute = useMatchRoute();
  const isHere = places.some(({ to }) => matchRoute({ to, fuzzy: true }) !== false);
  return (
    <UnstyledButton className={`${classes['link']} ${className}`} aria-current={isHere || undefined} {...props}>
      <IconSettings size={22} stroke={1.6} aria-hidden />
      {/* The whole word is wider than the rail. */}
      <span>Admin</span>
    </UnstyledButton>
  );
}

const HelpMenu = lazyMenu(async () => (await import('./HelpMenuContent.tsx')).HelpMenuContent);

/** Opens the help menu, which adds its attributes. */
function HelpButton(props: ComponentProps<'button'>): ReactNode {
  return (
    <UnstyledButton {...props} className={classes['link']}>
      <IconHelpCircle size={22} stroke={1.6} aria-hidden />
      <span>Help</span>
    </UnstyledButton>
  );
}

const UserMenu = lazyMenu(async () => (await import('./UserMenuContent.tsx')).UserMenuContent);

/** The signed-in user and the person they act for; opens the user menu, which adds its attributes. */
function UserButton({ className = '', ...props }: ComponentProps<'button'>): ReactNode {
  const { user } = useSession();
  const acting = useActingFor();
  return (
    <UnstyledButton className={`${classes['user']} ${className}`} {...props}>
      <span className={classes['initials']} aria-hidden>
        {user.firstName.charAt(0)}
        {user.lastName.charAt(0)}
      </span>
      <span className={classes['userName']}>{user.firstName}</span>
      <span className="visually-hidden">{user.lastName}: account and settings</span>
      {acting !== undefined && (
        <span className={classes['acting']}>
          as {acting.firstName} {acting.lastName}
        </span>
      )}
    </UnstyledButton>
  );
}
