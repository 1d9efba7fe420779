import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { Destination } from './features.ts';
import classes from './Shell.module.css';

/** Link of the main navigation to a screen, with the number of pending items there. */
export function NavLink({ to, label, icon: LinkIcon, Badge }: Destination): ReactNode {
  return (
    <Link to={to} className={classes['link']} activeOptions={{ exact: to === '/', includeSearch: false }}>
      <LinkIcon size={22} stroke={1.6} aria-hidden />
      <span>{label}</span>
      {Badge !== undefined && <Badge />}
    </Link>
  );
}
