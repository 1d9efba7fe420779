import type { Allowance } from '@careloop/contracts/can';
import { ActionIcon, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { ActionButton } from './ActionButton.tsx';
import { ActionMenuItem } from './ActionMenuItem.tsx';

export interface BarAction {
  label: string;
  icon: ReactNode;
  /** The server's word on this action: `true`, or why not. */
  allowance: Allowance;
  onStart: () => void;
  /** The main action of the screen; one at most. */
  isPrimary?: boolean;
  /** Stays a button where not all fit, and the other actions are in a menu. Two fit on a phone. */
  isFrequent?: boolean;
}

interface ActionBarProps {
  actions: readonly BarAction[];
  /** Names the menu. */
  menuLabel: string;
}

/**
 * The actions of a screen in one row. Up to a width of 1200 px only the frequent ones are buttons: a second row would push the
 * screen down when an action arrives late. There is no menu for a single action.
 */
export function ActionBar({ actions, menuLabel }: ActionBarProps): ReactNode {
  const isNarrow = useMediaQuery('(max-width: 75em)', false, { getInitialValueInEffect: false });
  const rare = isNarrow ? actions.filter(({ isFrequent }) => isFrequent !== true) : [];
  const inMenu = rare.length > 1 ? rare : [];
  return (
    <>
      {actions
        .filter((action) => !inMenu.includes(action))
        .map(({ label, icon, allowance, onStart, isPrimary }) => (
          <ActionButton
            key={label}
            {...(isPrimary !== true && { variant: 'default' })}
            size="compact-md"
            allowance={allowance}
            leftSection={icon}
            onClick={onStart}
          >
            {label}
          </ActionButton>
        ))}
      {inMenu.length > 0 && <MoreMenu actions={inMenu} menuLabel={menuLabel} />}
    </>
  );
}

function MoreMenu({ actions, menuLabel }: ActionBarProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <ActionIcon ref={button} variant="default" size={30} aria-label={menuLabel}>
          <IconDots size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, icon, allowance, onStart }) => {
          // The menu item no longer exists when the dialog closes, so the dialog returns the focus to the button.
          const start = () => {
            button.current?.focus();
            onStart();
          };
          return (
            <ActionMenuItem key={label} py="sm" leftSection={icon} allowance={allowance} onClick={start}>
              {label}
            </ActionMenuItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
