import { ActionIcon, Tooltip } from '@mantine/core';
import { IconHelp } from '@tabler/icons-react';
import { Link, useRouterState } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { helpOf } from '../helpPages.ts';

/** Link to the help page that explains the screen on which it stands. */
export function ScreenHelp(): ReactNode {
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const found = helpOf(pathname);
  if (found === undefined) return null;
  const label = `Help: ${found.title}`;
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        size="xs"
        ml={-6}
        aria-label={label}
        renderRoot={(props) => <Link {...props} to="/Help/$page" params={{ page: found.page }} />}
      >
        <IconHelp size={16} stroke={1.6} />
      </ActionIcon>
    </Tooltip>
  );
}
