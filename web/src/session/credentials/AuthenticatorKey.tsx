import { Loader } from '@mantine/core';
import type { ReactNode } from 'react';
import { QrCode } from '../../ui/QrCode.tsx';
import { CopyButton } from './CopyButton.tsx';
import classes from './Credentials.module.css';

export interface AuthenticatorKeyProps {
  secret: string;
  otpauthUrl: string;
}

/** In fours, as one reads it from a screen; apps take it with or without the gaps. */
const grouped = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** What an authenticator app needs: a picture for its camera, and the same as text to type. Both stay on this page. */
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

/** Takes its place while the server makes a key. */
export function AuthenticatorKeySkeleton(): ReactNode {
  return (
    <div className={classes['key']} role="status" aria-label="Loading">
      <div className={classes['noKey']}>
        <Loader />
      </div>
    </div>
  );
}
