import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './SignIn.module.css';

export interface SingleSignOnProps {
  /** The button's words. */
  label: string;
  /** In a window of its own: what is on this page must stay. */
  isApart?: boolean;
}

/** Where single sign-on begins; it comes back to the screen that was asked for. */
export function singleSignOnAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  return `/api/single-sign-on/start?${new URLSearchParams({ returnTo: pathname + search }).toString()}`;
}

/** The organisation's own sign-in, before the password of this product. */
export function SingleSignOn({ label, isApart = false }: SingleSignOnProps): ReactNode {
  return (
    <>
      <Button
        component="a"
        className={classes['singleSignOn'] ?? ''}
        variant="default"
        size="md"
        fullWidth
        href={singleSignOnAddress(window.location)}
        target={isApart ? '_blank' : undefined}
      >
        {label}
      </Button>
      <p className={classes['or']}>
        <span>or with your password</span>
      </p>
    </>
  );
}
