import { allOf } from '@careloop/contracts/access';
import { getWorkQueues } from '@careloop/contracts/work-queues';
import { IconArrowsLeftRight, IconHome, IconListCheck, IconUsers, type Icon } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../api/query.ts';
import { useSession } from '../session/useSession.ts';
import { Logo } from '../ui/Logo.tsx';
import classes from './Shell.module.css';
import { UserMenu } from './UserMenu.tsx';

/** Where one can go. Screens that are not there or not permitted do not appear. */
export function NavRail(): ReactNode {
  const session = useSession();
  const { productName, environmentName } = session.config;
  const canManageQueues = session.can(allOf('ManageWorkQueues'));
  const queues = useQuery({ ...queryOf(getWorkQueues, {}), enabled: canManageQueues });
  return (
    <nav className={classes['rail']} aria-label="Main">
      <Link to="/" className={classes['logo']} aria-label={`${productName}, home`} tabIndex={-1}>
        <Logo size={30} />
      </Link>
      {environmentName !== null && <span className={classes['environment']}>{environmentName}</span>}
      <NavLink to="/" icon={IconHome} label="Home" />
      {session.features.has('canManageReferrals') && (
        <NavLink to="/Referrals" icon={IconArrowsLeftRight} label="Referrals" />
      )}
      <NavLink to="/Patients" icon={IconUsers} label="My Patients" />
      {canManageQueues && (
        <NavLink
          to="/WorkQueues"
          icon={IconListCheck}
          label="Work Queues"
          count={queues.data?.openCount ?? 0}
          countedAs="open items"
        />
      )}
      <span className={classes['gap']} />
      <UserMenu />
    </nav>
  );
}

interface NavLinkProps {
  to: LinkProps['to'];
  icon: Icon;
  label: string;
  /** Shown as a badge when there is anything to count. */
  count?: number;
  /** What is counted, for screen readers. */
  countedAs?: string;
}

const most = 999;

function NavLink({ to, icon: LinkIcon, label, count = 0, countedAs = '' }: NavLinkProps): ReactNode {
  return (
    <Link to={to} className={classes['link']} activeOptions={{ exact: to === '/', includeSearch: false }}>
      <LinkIcon size={22} stroke={1.6} aria-hidden />
      <span>{label}</span>
      {count > 0 && (
        <span className={classes['badge']}>
          {count > most ? `${most}+` : count}
          <span className="visually-hidden"> {countedAs}</span>
        </span>
      )}
    </Link>
  );
}
