import type { ReactNode } from 'react';
import classes from './LockedFields.module.css';

interface LockedFieldsProps {
  isLocked: boolean;
  children: ReactNode;
}

/** Fields of a form. While locked they are shown, but cannot be changed; say why above them. */
export function LockedFields({ isLocked, children }: LockedFieldsProps): ReactNode {
  if (!isLocked) return children;
  return (
    <fieldset disabled className={classes['fields']}>
      {children}
    </fieldset>
  );
}
