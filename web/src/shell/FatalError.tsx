import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { errorDisplayTexts } from '../ui/errorWords.ts';
import { Logo } from '../ui/Logo.tsx';
import classes from './FatalError.module.css';

export interface FatalErrorProps {
  cause: unknown;
  reference: string;
}

/** In place of a page that broke: what to tell support, and two ways on. */
export function FatalError({ cause, reference }: FatalErrorProps): ReactNode {
  const [showsMore, setShowsMore] = useState(false);
  return (
    <div className={classes['screen']} role="alert">
      <Logo size={40} />
      <h1>{errorDisplayTexts.header}</h1>
      <p>{errorDisplayTexts.short}</p>
      <p className={classes['reference']}>Error Code: {reference}</p>
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
      {showsMore && (
        <pre className={classes['more']}>
          {cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)}
        </pre>
      )}
    </div>
  );
}
