import { UnstyledButton } from '@mantine/core';
import { IconHelpCircle, IconLogout, IconSearch } from '@tabler/icons-react';
import { Link, useMatchRoute } from '@tanstack/react-router';
import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react';
import { lazyMenu } from '../lib/lazyMenu.tsx';
import { useSession } from '../session/useSession.ts';
import { Logo } from '../ui/Logo.tsx';
import { useActingFor } from './actingFor.ts';
import { useMenu, type Destination } from './features.ts';
import { leavePortal } from './leavePortal.ts';
import { showPalette } from './PaletteHost.tsx';
import classes from './Shell.module.css';

/** The main navigation, with the screens the user may open. */
export function NavRail(): ReactNode {
  const { productName, environmentName } = useSession().config;
  return (
    <nav className={classes['rail']} aria-label="Main">
      <Link to="/" className={classes['logo']} aria-label={`${productName}, home`} tabIndex={-1}>
        <Logo size={30} />
      </Link>
      {environmentName !== null && <span className={classes['environment']}>{environmentName}</span>}
      <div className={classes['links']}>
        {useMenu('main').map((destination) => (
          <NavLink key={destination.to} destination={destination} />
        ))}
        <UnstyledButton className={classes['link']} onClick={showPalette} aria-keyshortcuts="Control+K Meta+K">
          <IconSearch size={22} stroke={1.6} aria-hidden />
          <span>Search</span>
        </UnstyledButton>
        <span className={classes['gap']} />
        <HelpMenu />
      </div>
      <UserMenu />
      <UnstyledButton className={classes['link']} data-in-user-menu onClick={() => void leavePortal()}>
        <IconLogout size={22} stroke={1.6} aria-hidden />
        <span>Logout</span>
      </UnstyledButton>
    </nav>
  );
}

function NavLink({ destination }: { destination: Destination }): ReactNode {
  const { to, label, icon: LinkIcon, menu, Badge, Below } = destination;
  const isCurrent = useMatchRoute()({ to, fuzzy: to !== '/' }) !== false;
  const anchor = useRef<HTMLAnchorElement>(null);
  useEffect(() => {
    if (isCurrent && anchor.current !== null) centerSideways(anchor.current);
  }, [isCurrent]);
  const link = (
    <Link
      ref={anchor}
      to={to}
      className={classes['link']}
      data-in-user-menu={menu === 'both' || undefined}
      activeOptions={{ exact: to === '/', includeSearch: false }}
    >
      <LinkIcon size={22} stroke={1.6} aria-hidden />
      <span>{label}</span>
      {Badge !== undefined && <Badge />}
    </Link>
  );
  if (Below === undefined) return link;
  return (
    <div className={classes['withPopout']}>
      {link}
      <Below />
    </div>
  );
}

/**
 * On a phone the links scroll sideways, and the current one may be beyond the edge. `scrollIntoView` would also let the next
 * Tab begin here, past the link that skips the navigation.
 */
function centerSideways(link: HTMLElement): void {
  const bar = link.closest(`.${classes['links']}`);
  if (bar === null) return;
  const [own, visible] = [link.getBoundingClientRect(), bar.getBoundingClientRect()];
  bar.scrollLeft += (own.left + own.right - visible.left - visible.right) / 2;
}

const HelpItems = lazyMenu(async () => (await import('./HelpMenuContent.tsx')).HelpMenuContent);

/** Button that opens the help menu. */
function HelpMenu(): ReactNode {
  return <HelpItems button={HelpButton} />;
}

/** The menu's target; the menu adds its attributes. */
function HelpButton(props: ComponentProps<'button'>): ReactNode {
  return (
    <UnstyledButton {...props} className={classes['link']}>
      <IconHelpCircle size={22} stroke={1.6} aria-hidden />
      <span>Help</span>
    </UnstyledButton>
  );
}

const UserItems = lazyMenu(async () => (await import('./UserMenuContent.tsx')).UserMenuContent);

/** Button with the signed-in user and the person they act for; opens the user menu. */
function UserMenu(): ReactNode {
  return <UserItems button={UserButton} />;
}

/** The menu's target; the menu adds its attributes. */
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
