import { Textarea, type TextareaProps } from '@mantine/core';
import { useMergedRef } from '@mantine/hooks';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { CharacterCounter, countBelow } from './CharacterCounter.tsx';

export interface CharacterCountedTextareaProps extends TextareaProps {
  /** Default 50 (docs/domain/screens.md). Longer text can be typed; the count turns red. */
  max?: number;
}

/** Multi-line text with "n / max characters". Works controlled and with `register`. */
export function CharacterCountedTextarea(props: CharacterCountedTextareaProps): ReactNode {
  const { max = 50, onChange, description, ...rest } = props;
  const element = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState(String(rest.defaultValue ?? ''));
  // A form library sets the text of an uncontrolled field without notifying React, so the element is read after every
  // render. This settles on the second render, when the two are equal.
  // oxlint-disable-next-line react-hooks/exhaustive-deps -- runs after every render on purpose
  useLayoutEffect(() => {
    const written = element.current?.value;
    if (rest.value === undefined && written !== undefined && written !== typed) setTyped(written);
  });
  const length = String(rest.value ?? typed).length;
  return (
    <Textarea
      autosize
      minRows={3}
      maxRows={12}
      {...rest}
      ref={useMergedRef(element, rest.ref)}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange?.(event);
      }}
      inputWrapperOrder={countBelow}
      description={<CharacterCounter length={length} max={max} description={description} />}
    />
  );
}
