import { Button, Loader } from '@mantine/core';
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
import { checkConnection, useConnection, watchConnection } from './connection.ts';
import classes from './Shell.module.css';

/** Shown above the page while the server is unreachable: the data may be stale, and nothing can be saved. */
export function ConnectionCallout(): ReactNode {
  const connection = useConnection();
  useEffect(() => watchConnection(), []);
  return (
    <div role="status">
      {connection !== 'ok' && (
        <div className={classes['connection']} data-tone="warning">
          {connection === 'checking' ? (
            <IconPlugConnected size={18} aria-hidden />
          ) : (
            <IconPlugConnectedX size={18} aria-hidden />
          )}
          <span>
            <strong>{connection === 'checking' ? 'Re-establishing connection...' : 'Connection interrupted.'}</strong>{' '}
            What you see may be out of date, and changes cannot be saved.
          </span>
          <Button
            size="compact-sm"
            variant="default"
            leftSection={connection === 'checking' && <Loader size={12} color="currentcolor" />}
            onClick={() => void checkConnection()}
          >
            Reconnect
          </Button>
        </div>
      )}
    </div>
  );
}
