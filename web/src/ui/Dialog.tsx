import { Modal, type ModalRootProps } from '@mantine/core';
import { use, useEffect, useState, type FocusEvent, type ReactNode } from 'react';
import classes from './Dialog.module.css';
import { DialogExit } from './DialogCancel.tsx';
import { DialogNotice } from './dialogNotice.ts';
import { useStackedDialog } from './dialogStack.ts';
import { dialogButtons } from './dropdownRoom.ts';
import { useHistoryMove } from './historyMoves.ts';

export interface DialogProps extends Omit<
  ModalRootProps,
  'closeOnEscape' | 'returnFocus' | 'styles' | 'classNames' | 'title' | 'role'
> {
  title: ReactNode;
  /** Whether to show a close button; defaults to true. */
  withCloseButton?: boolean;
  /** Hides the page behind the dialog completely, so that nobody can read it. */
  isOpaque?: boolean;
  /**
   * Called instead of `onClose` on Back or Forward: when the user has already agreed to leave, or the dialog does not
   * belong to the page.
   */
  onHistoryMove?: () => void;
  /** Buttons, fixed below the scrolling content. */
  footer?: ReactNode;
}

/**
 * The library focuses the marked element a moment after the dialog appears. If the user has moved to another element by
 * then, the mark moves with them, so that typing is not interrupted.
 */
function markFocused({ currentTarget: dialog, target }: FocusEvent<HTMLElement>): void {
  // React events also bubble here from dialogs and menus that this one opened elsewhere in the page.
  if (!dialog.contains(target)) return;
  for (const marked of dialog.querySelectorAll('[data-autofocus]')) marked.removeAttribute('data-autofocus');
  target.setAttribute('data-autofocus', 'true');
}

/**
 * A dialog. Traps and restores the focus; closes on Back, and on Escape if it is on top. While something sent from it is
 * unanswered, the user cannot leave it: see `sending.ts`, and `DialogCancel` for its Cancel button.
 */
export function Dialog(props: DialogProps): ReactNode {
  const { title, withCloseButton = true, isOpaque = false, onHistoryMove, footer, children, ...rest } = props;
  const { isTop, openedAt, isSending } = useStackedDialog(rest.opened);
  const noticeOf = use(DialogNotice);
  const content = useToastsInView(isTop);
  useHistoryMove(rest.opened, onHistoryMove ?? rest.onClose);
  return (
    <Modal.Root
      {...rest}
      closeOnEscape={isTop && !isSending}
      closeOnClickOutside={rest.closeOnClickOutside !== false && !isSending}
      returnFocus={false}
      classNames={classes}
    >
      <Modal.Overlay
        {...(isOpaque ? { backgroundOpacity: 1, color: 'var(--surface-page)' } : { backgroundOpacity: 0.45 })}
      />
      <Modal.Content ref={content} onFocusCapture={markFocused}>
        {/* Not the library's header element: with two dialogs open, each would count as the page banner. */}
        <div className={classes['header']}>
          <Modal.Title>{title}</Modal.Title>
          {withCloseButton && <Modal.CloseButton aria-label="Close" disabled={isSending} />}
        </div>
        {openedAt !== undefined && noticeOf(openedAt)}
        <DialogExit value={{ isSending, leave: rest.onClose }}>
          <Modal.Body>
            <div className={classes['main']}>{children}</div>
            {footer !== undefined && (
              <div className={classes['footer']} {...dialogButtons}>
                {footer}
              </div>
            )}
          </Modal.Body>
        </DialogExit>
      </Modal.Content>
    </Modal.Root>
  );
}

const belowToastsProperty = '--dialog-below-toasts';
/** Room for two lines of a toast below a dialog, in pixels. */
const roomForToast = 100;
/** Height of a dialog's buttons in two rows, in pixels. */
const buttonsHeight = 112;

/**
 * Keeps toasts off the title and buttons of a dialog: below it, or above its buttons if it reaches down too far. Returns the
 * ref of the dialog's content. The ref never changes: with another one, the library would focus the dialog again, below
 * the one that has just opened.
 */
function useToastsInView(isTop: boolean): (content: HTMLElement | null) => void {
  const [content, setContent] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (content === null || !isTop) return undefined;
    const { style } = document.documentElement;
    const update = () => {
      // Not the bounding rectangle, which moves while the dialog appears.
      const below = window.innerHeight - content.offsetTop - content.offsetHeight;
      style.setProperty(belowToastsProperty, below < roomForToast ? `${Math.round(below + buttonsHeight)}px` : '0px');
    };
    const observer = new ResizeObserver(update);
    observer.observe(content);
    window.addEventListener('resize', update);
    return () => {
      observer.disconnect();
      window.removeEventListener('resize', update);
      style.removeProperty(belowToastsProperty);
    };
  }, [content, isTop]);
  return setContent;
}
