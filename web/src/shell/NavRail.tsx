import { UnstyledButton } from '@mantine/core';
import { IconHelpCircle, IconLogout, IconSearch } from '@tabler/icons-react';
import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, type ComponentProps, type ReactNode, type RefObject } from 'react';
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
  const links = useRef<HTMLDivElement>(null);
  return (
    <nav className={classes['rail']} aria-label="Main">
      <Link to="/" className={classes['logo']} aria-label={`${productName}, home`} tabIndex={-1}>
        <Logo size={30} />
      </Link>
      {environmentName !== null && <span className={classes['environment']}>{environmentName}</span>}
      <div ref={links} className={classes['links']}>
        {useMenu('main').map((destination) => (
          <NavLink key={destination.to} destination={destination} />
        ))}
        <UnstyledButton className={classes['link']} onClick={showPalette} aria-keyshortcuts="Control+K Meta+K">
          <IconSearch size={22} stroke={1.6} aria-hidden />
          <span>Search</span>
        </UnstyledButton>
        <span className={classes['gap']} />
        <HelpMenu />
        <CurrentInView bar={links} />
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
  const link = (
    <Link
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

/** Up to this width the links are in one line that scrolls sideways (Shell.module.css). */
const sideways = '(max-width: 48em)';

/**
 * Centers the current link, which may be beyond the edge. `scrollIntoView` would also let the next Tab begin there, past the
 * link that skips the navigation.
 */
function CurrentInView({ bar }: { bar: RefObject<HTMLElement | null> }): null {
  const pathname = useLocation({ select: (location) => location.pathname });
  const last = useRef<string>(undefined);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    const links = bar.current;
    const link = links?.querySelector('a[aria-current=page]');
    // Measured only where it scrolls, because that makes the browser lay out the new page twice.
    if (links == null || link == null || !window.matchMedia(sideways).matches) return;
    const [own, visible] = [link.getBoundingClientRect(), links.getBoundingClientRect()];
    links.scrollBy((own.left + own.right - visible.left - visible.right) / 2, 0);
  }, [pathname, bar]);
  return null;
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
