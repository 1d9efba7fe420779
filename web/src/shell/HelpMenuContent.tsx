import { Menu } from '@mantine/core';
import { IconExternalLink, IconKeyboard, IconMessage2Question } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useSession } from '../session/useSession.ts';
import { showShellDialog } from './shellDialogs.tsx';
import { openSupportRequest } from './support.ts';

/** Opens at once, because it is loaded when it is first asked for. */
export function HelpMenuContent({ target }: { target: ReactNode }): ReactNode {
  const { supportPortalUrl } = useSession().config;
  return (
    <Menu position="right-end" width={248} withInitialFocusPlaceholder={false} defaultOpened>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconMessage2Question size={16} />} onClick={() => openSupportRequest()}>
          Submit a Support Request
        </Menu.Item>
        {supportPortalUrl !== null && (
          <Menu.Item
            component="a"
            href={supportPortalUrl}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<IconExternalLink size={16} />}
          >
            Visit the Support Portal
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconKeyboard size={16} />} onClick={() => showShellDialog('shortcuts')}>
          Keyboard shortcuts
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
