import { allOf } from '@careloop/contracts/access';
import { getPendingInviteCount } from '@careloop/contracts/care-teams';
import { getWorkQueues } from '@careloop/contracts/work-queues';
import { UnstyledButton } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../api/query.ts';
import { useSession } from '../session/useSession.ts';
import { Logo } from '../ui/Logo.tsx';
import { destinationsOf, type Destination } from './destinations.ts';
import { HelpMenu } from './HelpMenu.tsx';
import { MessagesPopout } from './MessagesPopout.tsx';
import { showPalette } from './PaletteHost.tsx';
import classes from './Shell.module.css';
import { useUnreadMessageCount } from './unreadMessages.ts';
import { UserMenu } from './UserMenu.tsx';

/** Where one can go. Screens that are not there or not permitted do not appear. */
export function NavRail(): ReactNode {
  const session = useSession();
  const { productName, environmentName } = session.config;
  const badges = useBadges();
  return (
    <nav className={classes['rail']} aria-label="Main">
      <Link to="/" className={classes['logo']} aria-label={`${productName}, home`} tabIndex={-1}>
        <Logo size={30} />
      </Link>
      {environmentName !== null && <span className={classes['environment']}>{environmentName}</span>}
      {destinationsOf(session)
        .filter(({ isMain }) => isMain)
        .map((destination) => (
          <NavLink key={destination.to} destination={destination} badge={badges[destination.to]} />
        ))}
      <UnstyledButton className={classes['link']} onClick={showPalette} aria-keyshortcuts="Control+K Meta+K">
        <IconSearch size={22} stroke={1.6} aria-hidden />
        <span>Search</span>
      </UnstyledButton>
      <span className={classes['gap']} />
      <HelpMenu />
      <UserMenu />
    </nav>
  );
}

interface Badge {
  count: number;
  /** What is counted, for screen readers. */
  of: string;
}

/** What waits behind the links, by their paths. */
function useBadges(): Partial<Record<Destination['to'], Badge>> {
  const canManageQueues = useSession().can(allOf('ManageWorkQueues'));
  const queues = useQuery({ ...queryOf(getWorkQueues, {}), enabled: canManageQueues });
  const invites = useQuery(queryOf(getPendingInviteCount, {}));
  const unreadMessages = useUnreadMessageCount();
  return {
    '/Messages': { count: unreadMessages ?? 0, of: 'unread messages' },
    '/WorkQueues': { count: queues.data?.openCount ?? 0, of: 'open items' },
    '/Patients': { count: invites.data?.pendingInviteCount ?? 0, of: 'pending invitations' },
  };
}

const most = 999;

function NavLink({ destination, badge }: { destination: Destination; badge: Badge | undefined }): ReactNode {
  const { to, label, icon: LinkIcon } = destination;
  const link = (
    <Link to={to} className={classes['link']} activeOptions={{ exact: to === '/', includeSearch: false }}>
      <LinkIcon size={22} stroke={1.6} aria-hidden />
      <span>{label}</span>
      {badge !== undefined && badge.count > 0 && (
        <span className={classes['badge']}>
          {badge.count > most ? `${most}+` : badge.count}
          <span className="visually-hidden"> {badge.of}</span>
        </span>
      )}
    </Link>
  );
  if (to !== '/Messages') return link;
  return (
    <div className={classes['withPopout']}>
      {link}
      <MessagesPopout />
    </div>
  );
}
