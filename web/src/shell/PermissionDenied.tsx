import { Button } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { EmptyState } from '../ui/EmptyState.tsx';
import { errorDisplayTexts } from '../ui/errorWords.ts';
import { BrowserTabTitle } from './BrowserTabTitle.tsx';

/** Shown for a page the user may not open (docs/domain/screens.md). */
export function PermissionDenied(): ReactNode {
  return (
    <>
      <BrowserTabTitle title="Unauthorized" />
      <EmptyState
        icon={<IconLock size={24} />}
        title={errorDisplayTexts.deniedTitle}
        heading="h1"
        text={errorDisplayTexts.deniedText}
        action={
          <Button component={Link} to="/">
            Go Home
          </Button>
        }
      />
    </>
  );
}
