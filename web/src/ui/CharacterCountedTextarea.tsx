import { Textarea, type TextareaProps } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';

export interface CharacterCountedTextareaProps extends TextareaProps {
  /** 50 when left out (specification 1, section 9). Typing on is possible; the count turns red. */
  max?: number;
}

/** Text of several lines with "n / max characters". Works controlled and with `register`. */
export function CharacterCountedTextarea({ max = 50, onChange, ...rest }: CharacterCountedTextareaProps): ReactNode {
  const [typed, setTyped] = useState(String(rest.defaultValue ?? ''));
  const length = String(rest.value ?? typed).length;
  const isOver = length > max;
  return (
    <Textarea
      autosize
      minRows={3}
      {...rest}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange?.(event);
      }}
      description={
        <span data-over={isOver || undefined}>
          {isOver && <IconAlertTriangle size={12} />} {length} / {max} characters
        </span>
      }
      inputWrapperOrder={['label', 'input', 'error', 'description']}
    />
  );
}
