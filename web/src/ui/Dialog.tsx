import { Modal, type ModalProps } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './Dialog.module.css';
import { useIsTopDialog } from './dialogStack.ts';

export interface DialogProps extends Omit<ModalProps, 'closeOnEscape' | 'styles' | 'classNames' | 'role'> {
  /** Fixed below the content, which scrolls: the buttons. */
  footer?: ReactNode;
}

/** A dialog: traps focus and gives it back, closes by Escape only when nothing lies on top of it. */
export function Dialog({ footer, children, ...rest }: DialogProps): ReactNode {
  const isTop = useIsTopDialog(rest.opened);
  return (
    <Modal {...rest} closeOnEscape={isTop} classNames={classes}>
      <div className={classes['main']}>{children}</div>
      {footer !== undefined && <div className={classes['footer']}>{footer}</div>}
    </Modal>
  );
}
