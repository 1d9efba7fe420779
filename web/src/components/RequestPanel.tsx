import { Button, Tabs } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import classes from './ProcessDialog.module.css';

/** The request in the dialog that answers it. On a phone, where the answer is below it, it is short until opened. */
export function RequestPanel({ children }: { children: ReactNode }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const id = useId();
  return (
    // Focusable, so that a long request can be scrolled without a mouse.
    <Tabs.Panel value="request" className={classes['panel']} data-short={!isWhole || undefined} tabIndex={0}>
      <div id={id} className={classes['request']}>
        {children}
      </div>
      <div className={classes['more']}>
        <Button
          variant="subtle"
          size="compact-sm"
          aria-expanded={isWhole}
          aria-controls={id}
          onClick={() => setWhole(!isWhole)}
        >
          {isWhole ? 'Show less' : 'Show more'}
        </Button>
      </div>
    </Tabs.Panel>
  );
}
