import { Button, Loader } from '@mantine/core';
import { IconPlugConnected, IconPlugConnectedX } from '@tabler/icons-react';
import { useEffect, type ReactNode } from 'react';
import { Bar } from '../ui/Bar.tsx';
import { OutdatedNotice } from '../components/OutdatedNotice.tsx';
import { checkConnection, useConnection, watchConnection } from './connection.ts';

/**
 * Says above the page that what it shows may be out of date: everything, while the server is unreachable, or what could not be
 * refetched.
 */
export function ConnectionCallout(): ReactNode {
  const connection = useConnection();
  useEffect(() => watchConnection(), []);
  return (
    <>
      <div role="status">
        {connection !== 'ok' && (
          <Bar
            isPrinted
            icon={
              connection === 'checking' ? (
                <IconPlugConnected size={18} aria-hidden />
              ) : (
                <IconPlugConnectedX size={18} aria-hidden />
              )
            }
            action={
              <Button
                size="compact-sm"
                variant="default"
                leftSection={connection === 'checking' && <Loader size={12} color="currentcolor" />}
                onClick={() => void checkConnection()}
              >
                Reconnect
              </Button>
            }
          >
            <strong>{connection === 'checking' ? 'Re-establishing connection...' : 'Connection interrupted.'}</strong>{' '}
            What you see may be out of date, and changes cannot be saved.
          </Bar>
        )}
      </div>
      {connection === 'ok' && <OutdatedNotice />}
    </>
  );
}
