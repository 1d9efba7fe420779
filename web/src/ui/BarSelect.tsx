import { Select, type SelectProps } from '@mantine/core';
import { useState, type ReactNode } from 'react';

/**
 * A select above a list. Its options are put on the page once the pointer or the focus reaches it. A `Select` does that at
 * once, although it is closed, and places them, which makes the browser lay out the page.
 */
export function BarSelect({ comboboxProps, onFocus, onPointerEnter, ...props }: SelectProps): ReactNode {
  const [isReached, setReached] = useState(false);
  return (
    <Select
      {...props}
      comboboxProps={{ ...comboboxProps, keepMounted: isReached }}
      onFocus={(event) => {
        setReached(true);
        onFocus?.(event);
      }}
      onPointerEnter={(event) => {
        setReached(true);
        onPointerEnter?.(event);
      }}
    />
  );
}
