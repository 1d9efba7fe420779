import { Link, useMatchRoute } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Destination } from './features.ts';
import classes from './Shell.module.css';

/** Link of the main navigation to a screen, with the number of pending items there. */
export function NavLink({ to, label, icon: LinkIcon, holds, Badge }: Destination): ReactNode {
  const matchRoute = useMatchRoute();
  const isHeld = holds !== undefined && matchRoute({ to: holds }) !== false;
  return (
    <Link
      to={to}
      className={classes['link']}
      aria-current={isHeld || undefined}
      activeOptions={{ exact: to === '/', includeSearch: false }}
    >
      <LinkIcon size={22} stroke={1.6} aria-hidden />
      <span>{label}</span>
      {Badge !== undefined && <Badge />}
    </Link>
  );
}
