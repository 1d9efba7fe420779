import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { QrCode } from '../../ui/QrCode.tsx';
import { CopyButton } from './CopyButton.tsx';
import classes from './Credentials.module.css';

export interface AuthenticatorKeyProps {
  secret: string;
  otpauthUrl: string;
}

/** Groups of four are easier to copy by hand; authenticator apps ignore the spaces. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** The key of an authenticator app, as a QR code and as text to type. Neither leaves this page. */
export function AuthenticatorKey({ secret, otpauthUrl }: AuthenticatorKeyProps): ReactNode {
  return (
    <div className={classes['key']}>
      <QrCode text={otpauthUrl} label="QR code for your authenticator app" />
      <div>
        <p className={classes['small']}>No camera? Type this key into the app instead:</p>
        <p>
          <code className={classes['secret']}>{grouped(secret)}</code>
        </p>
        <CopyButton text={secret} label="Copy key" />
        <a className={classes['here']} href={otpauthUrl}>
          Open in the app
        </a>
      </div>
    </div>
  );
}

/** Placeholder while the server generates a key. */
export function AuthenticatorKeySkeleton(): ReactNode {
  return (
    <div className={classes['key']} role="status" aria-label="Loading">
      <div className={classes['noKey']}>
        <Loader />
      </div>
    </div>
  );
}
