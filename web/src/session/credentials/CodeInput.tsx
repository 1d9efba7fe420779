import { TextInput } from '@mantine/core';
import { useId, type ReactNode } from 'react';
import { FieldMessage } from '../../ui/FieldMessage.tsx';
import classes from './Credentials.module.css';
import { useSelectOnError } from './useSelectOnError.ts';

const codeLength = 6;

export interface CodeInputProps {
  /** Defaults to "Code". */
  label?: string;
  value: string;
  onChange: (value: string) => void;
  /** Called once all six digits are entered, so no button needs to be pressed. */
  onComplete: (code: string) => void;
  error: string | undefined;
  isBusy: boolean;
}

/** The six digits from an authenticator app: typed, filled in by the phone, or pasted with any separators. */
export function CodeInput({ label = 'Code', value, onChange, onComplete, error, isBusy }: CodeInputProps): ReactNode {
  const id = useId();
  const input = useSelectOnError(error);
  const change = (text: string) => {
    const digits = text.replace(/\D/g, '').slice(0, codeLength);
    if (digits === value) return;
    onChange(digits);
    if (digits.length === codeLength) onComplete(digits);
  };
  return (
    <div>
      <TextInput
        ref={input}
        label={label}
        size="md"
        classNames={{ input: classes['code'] ?? '' }}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
        error={error !== undefined}
        aria-describedby={id}
        readOnly={isBusy}
        inputMode="numeric"
        autoComplete="one-time-code"
        spellCheck={false}
        data-autofocus
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the code is all that is asked for here
        autoFocus
      />
      <FieldMessage id={id} error={error} />
    </div>
  );
}
