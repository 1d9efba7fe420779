import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/EmptyState.tsx';
import { PageTitle } from './PageTitle.tsx';

/** Shown for a page the user may not open (specification 1, section 2). */
export function PermissionDenied(): ReactNode {
  return (
    <>
      <PageTitle title="Unauthorized" />
      <EmptyState
        icon={<IconLock size={32} />}
        title="You don't have permission to access this page."
        text="Please contact your administrator if this is incorrect."
        action={
          <Button component={Link} to="/">
            Go Home
          </Button>
        }
      />
    </>
  );
}
