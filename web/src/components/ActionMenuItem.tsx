import type { Allowance } from '@careloop/contracts/can';
import { Menu, Text, type MenuItemProps } from '@mantine/core';
import type { ReactNode } from 'react';

interface ActionMenuItemProps extends Pick<MenuItemProps, 'leftSection' | 'py'> {
  /** The server's answer for this action: `true`, or the reason why not. */
  allowance: Allowance;
  onClick: () => void;
  children: ReactNode;
}

/** A menu item for an action in `can`. A refused action stays in the menu, with the reason below its name. */
export function ActionMenuItem({ allowance, onClick, children, ...rest }: ActionMenuItemProps): ReactNode {
  return (
    <Menu.Item {...rest} {...(allowance === true ? { onClick } : refused)}>
      {children}
      {allowance !== true && (
        <Text fz="xs" c="dimmed">
          {allowance}
        </Text>
      )}
    </Menu.Item>
  );
}

/** Not `disabled`: nobody could reach the reason by keyboard. */
const refused = { c: 'dimmed', closeMenuOnClick: false, 'aria-disabled': true } satisfies MenuItemProps & {
  'aria-disabled': true;
};
