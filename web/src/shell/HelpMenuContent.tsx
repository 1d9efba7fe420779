import { Menu } from '@mantine/core';
import { IconExternalLink, IconHelp, IconKeyboard } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useSession } from '../session/useSession.ts';
import { useFeatures } from './features.ts';
import { showShellDialog } from './shellDialogs.tsx';

/** The help menu. Initially open, because it is loaded when the user first opens it. */
export function HelpMenuContent({ target }: { target: ReactNode }): ReactNode {
  const { supportPortalUrl } = useSession().config;
  const commands = useFeatures().flatMap(({ help = [] }) => help);
  return (
    <Menu position="right-end" width={248} defaultOpened>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        {commands.map(({ label, icon: CommandIcon, run }) => (
          <Menu.Item key={label} leftSection={<CommandIcon size={16} />} onClick={run}>
            {label}
          </Menu.Item>
        ))}
        {supportPortalUrl === null ? (
          <Menu.Item component={Link} to="/Help" leftSection={<IconHelp size={16} />}>
            Visit the Support Portal
          </Menu.Item>
        ) : (
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
