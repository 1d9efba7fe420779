import type { Allowance } from '@careloop/contracts/can';
import { ActionIcon, Menu } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconDotsVertical } from '@tabler/icons-react';
import { Fragment, type ReactNode } from 'react';
import { ActionButton } from './ActionButton.tsx';
import { ActionMenuItem } from './ActionMenuItem.tsx';

interface RowMenuItem {
  label: string;
  icon: ReactNode;
  /** The server's answer for this action: `true`, the default, or the reason why not. */
  allowance?: Allowance;
  onStart: () => unknown;
  /** Whether a line separates it from those above. */
  startsGroup?: boolean;
}

interface RowMenuProps {
  /** What the row is about: "Warfarin 5 mg tablet". */
  name: string;
  /** "Actions" if the row has no others beside the menu. Defaults to "More". */
  label?: string;
  items: readonly RowMenuItem[];
  /** As the buttons beside it. Defaults to `sm`. */
  size?: 'sm' | 'md';
  /** Entries of another kind, below a line. With them it is always a menu. */
  children?: ReactNode;
}

/**
 * The menu of a row. A single action is a button instead, except where the columns of a table are narrow: there the button
 * would take their room.
 */
export function RowMenu({ name, label = 'More', items, size = 'sm', children }: RowMenuProps): ReactNode {
  // Above it is wide, and below it each row is a block with a line for its actions.
  const isTight = useMediaQuery('(36em < width <= 72em)', false, { getInitialValueInEffect: false });
  const [first, ...others] = items;
  if (first !== undefined && others.length === 0 && children === undefined && !isTight) {
    return (
      <ActionButton
        size="compact-xs"
        variant="default"
        allowance={first.allowance ?? true}
        leftSection={first.icon}
        aria-label={`${first.label}: ${name}`}
        onClick={() => void first.onStart()}
      >
        {first.label}
      </ActionButton>
    );
  }
  return (
    <Menu position="bottom-end" width={280}>
      <Menu.Target>
        <ActionIcon variant="default" size={size === 'sm' ? 24 : 28} aria-label={`${label} for ${name}`}>
          <IconDotsVertical size={size === 'sm' ? 14 : 16} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label: text, icon, allowance = true, onStart, startsGroup }) => (
          <Fragment key={text}>
            {startsGroup === true && <Menu.Divider />}
            <ActionMenuItem leftSection={icon} allowance={allowance} onClick={() => void onStart()}>
              {text}
            </ActionMenuItem>
          </Fragment>
        ))}
        {children !== undefined && (
          <>
            <Menu.Divider />
            {children}
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  );
}
