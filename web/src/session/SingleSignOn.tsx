import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './SignIn.module.css';

export interface SingleSignOnProps {
  /** Text of the button. */
  label: string;
  /** Opens a new tab, because this page must stay. */
  opensNewTab?: boolean;
}

/** Start URL of single sign-on, which returns to the requested screen. */
export function singleSignOnAddress({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  return `/api/single-sign-on/start?${new URLSearchParams({ returnTo: pathname + search }).toString()}`;
}

/** The organization's single sign-on, above the password form. */
export function SingleSignOn({ label, opensNewTab = false }: SingleSignOnProps): ReactNode {
  return (
    <>
      <Button
        component="a"
        className={classes['singleSignOn'] ?? ''}
        variant="default"
        size="md"
        fullWidth
        href={singleSignOnAddress(window.location)}
        target={opensNewTab ? '_blank' : undefined}
      >
        {label}
      </Button>
      <p className={classes['or']}>
        <span>or with your password</span>
      </p>
    </>
  );
}
