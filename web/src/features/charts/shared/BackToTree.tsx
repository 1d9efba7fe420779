import { UnstyledButton } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useEffect, useRef, type ReactNode } from 'react';
import classes from './BackToTree.module.css';

interface BackToTreeProps {
  /** Shows the button only where tree and chart do not both fit. */
  className: string | undefined;
  shownKey: string | null;
  onBack: () => void;
}

/** On a phone the chart replaces the tree, and this button leads back. The focus follows. */
export function BackToTree({ className, shownKey, onBack }: BackToTreeProps): ReactNode {
  const button = useRef<HTMLButtonElement>(null);
  const before = useRef(shownKey);
  const isGoingBack = useRef(false);
  useEffect(() => {
    const wasTree = before.current === null;
    before.current = shownKey;
    if (wasTree && shownKey !== null && button.current?.checkVisibility() === true) button.current.focus();
    if (shownKey !== null || !isGoingBack.current) return;
    isGoingBack.current = false;
    const charts = button.current?.closest('[data-charts]');
    charts?.querySelector<HTMLElement>('[role="treeitem"][tabindex="0"]')?.focus();
  }, [shownKey]);
  return (
    <UnstyledButton
      ref={button}
      className={`${classes['button']} ${className}`}
      onClick={() => {
        isGoingBack.current = true;
        onBack();
      }}
    >
      <IconArrowLeft size={16} aria-hidden /> Back to documents
    </UnstyledButton>
  );
}
