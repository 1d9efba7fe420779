import { Textarea, type TextareaProps } from '@mantine/core';
import type { ReactNode } from 'react';
import readOnly from './readOnly.module.css';
import { CharacterCounter, countBelow } from './CharacterCounter.tsx';
import classes from './TrimmedTextarea.module.css';

export interface TrimmedTextareaProps extends Omit<TextareaProps, 'value' | 'onChange' | 'defaultValue'> {
  value: string | null | undefined;
  onChange: (value: string) => void;
  /** Formats the trimmed text when the field loses focus. */
  tidy?: (text: string) => string;
  /** Shows "n / max characters"; longer text can still be typed. */
  max?: number;
}

/**
 * Whether the browser sizes a text area by its content. For other browsers a script measures it, which makes them lay out the
 * page once more at each change of screen.
 */
const isSizedByBrowser = 'fieldSizing' in document.documentElement.style;

/** Multi-line text, trimmed when the field loses focus. */
export function TrimmedTextarea(props: TrimmedTextareaProps): ReactNode {
  const { value, onChange, onBlur, tidy, max, minRows = 3, maxRows = 12, ...rest } = props;
  const text = value ?? '';
  const counted = max !== undefined && {
    inputWrapperOrder: countBelow,
    description: <CharacterCounter length={text.length} max={max} description={rest.description} />,
  };
  return (
    <Textarea
      {...(isSizedByBrowser
        ? { className: classes.sized, style: { '--min-rows': minRows, '--max-rows': maxRows } }
        : { autosize: true, minRows, maxRows })}
      {...(rest.readOnly === true && { classNames: readOnly })}
      {...rest}
      {...counted}
      value={text}
      onChange={(event) => onChange(event.currentTarget.value)}
      onBlur={(event) => {
        const trimmed = text.trim();
        const ordered = tidy === undefined ? trimmed : tidy(trimmed);
        if (ordered !== text && rest.readOnly !== true) onChange(ordered);
        onBlur?.(event);
      }}
    />
  );
}
