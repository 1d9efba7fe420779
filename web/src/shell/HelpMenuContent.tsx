import { Menu } from '@mantine/core';
import { IconExternalLink, IconHelp, IconKeyboard } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import type { LazyMenuContentProps } from '../ui/lazyMenu.tsx';
import { useSession } from '../session/useSession.ts';
import { useFeatures } from './features.ts';
import { showShellDialog } from './shellDialogs.tsx';

/** The help menu. */
export function HelpMenuContent({ target, menu }: LazyMenuContentProps): ReactNode {
  return (
    <Menu position="right-end" width={248} {...menu}>
      <Menu.Target>{target}</Menu.Target>
      <Menu.Dropdown>
        <HelpItems />
      </Menu.Dropdown>
    </Menu>
  );
}

export function HelpItems(): ReactNode {
  const { supportPortalUrl } = useSession().config;
  const commands = useFeatures().flatMap(({ help = [] }) => help);
  return (
    <>
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
    </>
  );
}
