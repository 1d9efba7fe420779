import type { Allowance } from '@careloop/contracts/can';
import { Button, Group, Menu } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import { useShortcut } from '../ui/shortcuts.ts';
import { toast } from '../ui/toasts.tsx';
import { ActionButton, refusalOf } from './ActionButton.tsx';
import { ActionMenuItem } from './ActionMenuItem.tsx';

export interface RowAction {
  label: string;
  /** Keeps the button, and the focus on it, when the label changes with the action. Defaults to the label. */
  id?: string;
  /** The server's answer for this action: `true`, or the reason why not. */
  allowance: Allowance | undefined;
  onStart: () => void;
  isPending?: boolean;
  /** A single key that starts it. */
  shortcut?: string;
  /** Description for the list of shortcuts; defaults to the label. */
  shortcutLabel?: string;
}

interface ActionRowProps {
  /** The most likely first: it is the primary button. */
  actions: readonly RowAction[];
  /** Whether the primary action is elsewhere: a form that was opened from here. */
  isQuiet?: boolean;
}

/** Buttons beside the menu; the others are in it. */
const max = 3;

/**
 * One primary action, at most two more, and the rest in a menu; keys start also those in the menu. An action that would be
 * alone in the menu is a quiet button.
 */
export function ActionRow({ actions, isQuiet = false }: ActionRowProps): ReactNode {
  const shown = actions.length === max + 1 ? actions.length : max;
  const [buttons, rest] = [actions.slice(0, shown), actions.slice(shown)];
  return (
    <Group gap="xs">
      {buttons.map(({ label, id = label, allowance, isPending = false, onStart }, index) => (
        <ActionButton
          key={id}
          allowance={allowance}
          variant={index === max ? 'subtle' : index === 0 && !isQuiet ? 'filled' : 'default'}
          {...(index === max && { color: 'gray' })}
          loading={isPending}
          onClick={onStart}
        >
          {label}
        </ActionButton>
      ))}
      {rest.length > 0 && <MoreActions actions={rest} />}
      {actions.map((action) =>
        action.shortcut === undefined ? null : <Key key={action.label} action={action} shortcut={action.shortcut} />,
      )}
    </Group>
  );
}

function Key({ action, shortcut }: { action: RowAction; shortcut: string }): ReactNode {
  const { allowance, isPending, label, shortcutLabel = label, onStart } = action;
  useShortcut(shortcut, shortcutLabel, () => {
    if (isPending === true) return;
    if (allowance === true) onStart();
    else toast.warning(refusalOf(allowance));
  });
  return null;
}

function MoreActions({ actions }: { actions: readonly RowAction[] }): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <Menu position="bottom-end" width={260}>
      <Menu.Target>
        <Button ref={button} variant="default" rightSection={<IconChevronDown size={14} aria-hidden />}>
          More
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {actions.map(({ label, allowance, onStart }) => {
          // The menu item no longer exists when a dialog closes, so the dialog returns the focus to the button.
          const start = () => {
            button.current?.focus();
            onStart();
          };
          return (
            <ActionMenuItem key={label} allowance={allowance ?? refusalOf(undefined)} onClick={start}>
              {label}
            </ActionMenuItem>
          );
        })}
      </Menu.Dropdown>
    </Menu>
  );
}
