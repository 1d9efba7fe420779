import { isValidElement, useEffect, useRef, useState, type ReactNode } from 'react';
import classes from './wholeValue.module.css';

/**
 * For the `inputContainer` of a select: a value that is too long for its line is shown in full on hovering, and on a phone
 * below the field.
 */
export const withWholeValue = (input: ReactNode): ReactNode => <WholeValue>{input}</WholeValue>;

function WholeValue({ children }: { children: ReactNode }): ReactNode {
  const frame = useRef<HTMLDivElement>(null);
  const [cut, setCut] = useState<string>();
  const value = isValidElement<{ value?: string }>(children) ? (children.props.value ?? '') : '';
  useEffect(() => {
    const input = frame.current?.querySelector('input');
    if (!input) return undefined;
    // Called once at the start, too, and always after the layout, so that measuring does not cause another one.
    const observer = new ResizeObserver(() => {
      setCut(value !== '' && input.scrollWidth > input.clientWidth ? value : undefined);
    });
    observer.observe(input);
    return () => observer.disconnect();
  }, [value]);
  return (
    <div ref={frame} title={cut}>
      {children}
      {/* Screen readers read it in the field. */}
      {cut !== undefined && (
        <div className={classes['whole']} aria-hidden>
          {cut}
        </div>
      )}
    </div>
  );
}
