import type { Allowance } from '@careloop/contracts/can';
import { Button, Tooltip, VisuallyHidden, type ButtonProps } from '@mantine/core';
import { useId, type ReactNode, type Ref } from 'react';

export interface ActionButtonProps extends ButtonProps {
  /** The server's answer for this action: `true`, or the reason why not. */
  allowance: Allowance | undefined;
  onClick: () => void;
  ref?: Ref<HTMLButtonElement>;
}

/** Why an action is refused. */
export function refusalOf(allowance: Exclude<Allowance, true> | undefined): string {
  return allowance ?? 'You may not do this.';
}

/** A button for an action in `can`. A refused action keeps the button focusable, with the reason as its tooltip. */
export function ActionButton({ allowance, onClick, children, ...rest }: ActionButtonProps): ReactNode {
  const reasonId = useId();
  if (allowance === true) {
    return (
      // The second click of a double click would repeat the action before the first one shows.
      <Button {...rest} onClick={({ detail }) => detail < 2 && onClick()}>
        {children}
      </Button>
    );
  }
  const reason = refusalOf(allowance);
  return (
    <Tooltip label={reason} multiline maw={320} events={{ hover: true, focus: true, touch: true }}>
      <span>
        {/* Not `disabled`: a disabled button cannot be focused, so keyboard users could not learn the reason. */}
        <Button {...rest} variant="default" data-disabled aria-disabled aria-describedby={reasonId}>
          {children}
        </Button>
        <VisuallyHidden id={reasonId}>{reason}</VisuallyHidden>
      </span>
    </Tooltip>
  );
}
