import '@mantine/core/styles.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { useEffect, type ReactNode } from 'react';
import { queryClient } from './api/queryClient.ts';
import { startRealtime } from './api/realtime.ts';
import { router } from './routes.tsx';
import { ConfirmHost } from './ui/confirm.tsx';

/** The portal of a signed-in user. */
export function App(): ReactNode {
  useEffect(() => {
    const stop = startRealtime();
    return () => {
      stop();
      // Whoever signs in next must not find what this user read.
      queryClient.clear();
    };
  }, []);
  return (
    <QueryClientProvider client={queryClient}>
      <Notifications position="bottom-right" limit={4} />
      <RouterProvider router={router} />
      <ConfirmHost />
    </QueryClientProvider>
  );
}
