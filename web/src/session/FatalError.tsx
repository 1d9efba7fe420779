import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { ApiError } from '../api/errors.ts';
import { currentSession } from './gateStore.ts';
import { SupportLink } from '../ui/errorHelp.tsx';
import { Logo } from '../ui/Logo.tsx';
import classes from './FatalError.module.css';

export interface FatalErrorProps {
  cause: unknown;
  reference: string;
}

/** See docs/domain/screens.md. */
const explanation = (product: string) =>
  `${product} has encountered an error. This error has been logged and our team will be looking into it as soon as possible. We are sorry for any inconvenience this may have caused.`;

/** Shown instead of a crashed page: error code for support, details, and two ways to continue. */
export function FatalError({ cause, reference }: FatalErrorProps): ReactNode {
  const [showsMore, setShowsMore] = useState(false);
  const session = currentSession();
  const product = session?.config.productName ?? 'Careloop';
  // The user id and the error code, which finds the line in the log.
  const code = session === undefined ? reference : `${session.user.userId}-${reference}`;
  return (
    <div className={classes['screen']} role="alert">
      <Logo size={40} />
      <h1>Something went wrong</h1>
      <p>{explanation(product)}</p>
      <p className={classes['reference']}>Reference code: {code}</p>
      <div className={classes['actions']}>
        <Button component="a" href={import.meta.env.BASE_URL}>
          Go Home
        </Button>
        <Button variant="default" onClick={() => window.location.reload()}>
          Retry
        </Button>
        <Button variant="subtle" aria-expanded={showsMore} onClick={() => setShowsMore(!showsMore)}>
          More Info
        </Button>
      </div>
      <SupportLink errorCode={code} />
      {showsMore && <pre className={classes['more']}>{detailsOf(cause)}</pre>}
    </div>
  );
}

/** Name, message and stack. */
function detailsOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  const name = cause instanceof ApiError ? `${cause.name} (${cause.code}, ${cause.status})` : cause.name;
  const stack = cause.stack?.replace(`${cause.name}: ${cause.message}`, '').trim();
  return [`${name}: ${cause.message}`, stack].filter(Boolean).join('\n\n');
}
