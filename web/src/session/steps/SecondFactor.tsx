import { secondFactorForm, verifySecondFactor } from '@careloop/contracts/session/credentials';
import { Button, TextInput, UnstyledButton } from '@mantine/core';
import { useId, useState, type ReactNode } from 'react';
import { CodeInput } from '../credentials/CodeInput.tsx';
import { useSelectOnError } from '../credentials/useSelectOnError.ts';
import { FieldMessage } from '../../ui/FieldMessage.tsx';
import { useStepCall, type StepProps } from './useStepCall.ts';
import { StepFrame } from './StepFrame.tsx';
import classes from './Steps.module.css';

const words = {
  code: {
    title: 'Two-step verification',
    text: 'Open your authenticator app and type the six digits that it shows for this account.',
    other: 'Use a recovery code instead',
  },
  recovery: {
    title: 'Recovery code',
    text: 'Enter one of the codes that you saved when you set up two-step verification. Each works once.',
    other: 'Use your authenticator app instead',
  },
} as const;

/** Asks for an authenticator code or a recovery code. */
export function SecondFactor({ challenge, onAnswer, onStartOver }: StepProps): ReactNode {
  const [way, setWay] = useState<keyof typeof words>('code');
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string>();
  const { isBusy, run } = useStepCall(verifySecondFactor, {
    onDone: onAnswer,
    onOver: onStartOver,
    onProblem: ({ fields, message }) => setProblem(fields['code'] ?? message),
  });
  const submit = (code: string) => {
    const parsed = secondFactorForm.safeParse({ code });
    setProblem(parsed.error?.issues[0]?.message);
    if (parsed.success) void run({ challenge, code });
  };
  const field = { value, error: problem, isBusy, onComplete: submit };
  const change = (text: string) => {
    setValue(text);
    setProblem(undefined);
  };
  const { title, text, other } = words[way];
  return (
    <StepFrame
      title={title}
      text={text}
      back={{ label: 'Start over', onClick: () => onStartOver() }}
      onSubmit={() => submit(value)}
    >
      {way === 'code' ? <CodeInput {...field} onChange={change} /> : <RecoveryCodeInput {...field} onChange={change} />}
      <Button type="submit" size="md" fullWidth loading={isBusy}>
        Verify
      </Button>
      <UnstyledButton
        className={classes['link']}
        onClick={() => {
          setWay(way === 'code' ? 'recovery' : 'code');
          change('');
        }}
      >
        {other}
      </UnstyledButton>
    </StepFrame>
  );
}

interface RecoveryCodeInputProps {
  value: string;
  onChange: (value: string) => void;
  error: string | undefined;
  isBusy: boolean;
}

function RecoveryCodeInput({ value, onChange, error, isBusy }: RecoveryCodeInputProps): ReactNode {
  const id = useId();
  const input = useSelectOnError(error);
  return (
    <div>
      <TextInput
        ref={input}
        label="Recovery code"
        size="md"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        error={error !== undefined}
        aria-describedby={id}
        readOnly={isBusy}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        data-autofocus
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the code is all that is asked for here
        autoFocus
      />
      <FieldMessage id={id} error={error} />
    </div>
  );
}
