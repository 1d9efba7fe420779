import { Box } from '@mantine/core';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import classes from './WideTable.module.css';

interface WideTableProps {
  /** Label for screen readers: what the table shows. */
  label: string;
  className?: string | undefined;
  /** The table. */
  children: ReactNode;
}

/** Whether columns are hidden at the left and the right edge. */
interface Hidden {
  before: boolean;
  after: boolean;
}

/** @param old returned if nothing has changed, so that nothing is rendered */
function hiddenOf({ scrollLeft, clientWidth, scrollWidth }: HTMLElement, old: Hidden): Hidden {
  const before = scrollLeft > 1;
  // Browsers round the sizes differently.
  const after = scrollLeft + clientWidth < scrollWidth - 1;
  return old.before === before && old.after === after ? old : { before, after };
}

/** A table of many columns: on a phone it scrolls sideways, its first column stays, and its edge shows where there is more. */
export function WideTable({ label, className = '', children }: WideTableProps): ReactNode {
  const scroller = useRef<HTMLDivElement>(null);
  const [hidden, setHidden] = useState<Hidden>({ before: false, after: false });
  useEffect(() => {
    const { current } = scroller;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setHidden((old) => hiddenOf(current, old)));
    for (const element of [current, ...current.children]) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return (
    // Focusable, so that it can be scrolled by keyboard.
    <Box
      ref={scroller}
      className={`${classes['scroller']} ${className}`}
      role="region"
      aria-label={label}
      tabIndex={0}
      data-before={hidden.before || undefined}
      data-after={hidden.after || undefined}
      onScroll={({ currentTarget }) => setHidden((old) => hiddenOf(currentTarget, old))}
    >
      {children}
    </Box>
  );
}
