import type { ReactNode } from 'react';
import { useShortcut } from '../ui/shortcuts.ts';
import { toast } from '../ui/toasts.tsx';
import { ActionButton, refusalOf, type ActionButtonProps } from './ActionButton.tsx';

interface KeyedActionButtonProps extends ActionButtonProps {
  shortcut: string;
  /** Description for the list of shortcuts: "Complete item". */
  shortcutLabel: string;
}

/** An action button with a single-key shortcut, which is refused like the button and shows the reason. */
export function KeyedActionButton({ shortcut, shortcutLabel, ...button }: KeyedActionButtonProps): ReactNode {
  const { allowance, loading, onClick } = button;
  useShortcut(shortcut, shortcutLabel, () => {
    if (loading === true) return;
    if (allowance === true) onClick();
    else toast.warning(refusalOf(allowance));
  });
  return <ActionButton {...button} />;
}
