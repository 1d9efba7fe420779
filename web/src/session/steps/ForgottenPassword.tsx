import { credentialTexts, forgotPasswordForm, requestPasswordReset } from '@careloop/contracts/session/credentials';
import { Button, TextInput } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { useSelectOnError } from '../credentials/useSelectOnError.ts';
import { FieldMessage } from '../../ui/FieldMessage.tsx';
import { useStepCall } from './useStepCall.ts';
import { StepFrame } from './StepFrame.tsx';
import classes from './Steps.module.css';

export interface ForgottenPasswordProps {
  /** Username entered in the sign-in form. */
  username: string;
  onBack: () => void;
}

/** Requests a reset link by email. The response is the same for every name, so it does not reveal who has an account. */
export function ForgottenPassword({ username, onBack }: ForgottenPasswordProps): ReactNode {
  const id = useId();
  const [value, setValue] = useState(username);
  const [problem, setProblem] = useState<string>();
  const [isSent, setSent] = useState(false);
  const input = useSelectOnError(problem);
  const { isBusy, run } = useStepCall(requestPasswordReset, {
    onDone: () => setSent(true),
    onOver: setProblem,
    onProblem: ({ fields, message }) => setProblem(fields['username'] ?? message),
  });
  if (isSent) return <LinkSent onBack={onBack} />;

  const submit = () => {
    const parsed = forgotPasswordForm.safeParse({ username: value });
    setProblem(parsed.error?.issues[0]?.message);
    if (parsed.success) void run(parsed.data);
  };
  return (
    <StepFrame
      title="Forgot your password?"
      text="Enter your username. We will send a link for choosing a new password to your account's email address."
      back={{ label: 'Back to sign-in', onClick: onBack }}
      onSubmit={submit}
    >
      <TextInput
        ref={input}
        label="Username"
        size="md"
        value={value}
        onChange={(event) => {
          setValue(event.currentTarget.value);
          setProblem(undefined);
        }}
        error={problem !== undefined}
        aria-describedby={id}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        data-autofocus
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the only field
        autoFocus
      />
      <FieldMessage id={id} error={problem} lines={2} />
      <Button type="submit" size="md" fullWidth loading={isBusy}>
        Send link
      </Button>
    </StepFrame>
  );
}

function LinkSent({ onBack }: { onBack: () => void }): ReactNode {
  const text = useRef<HTMLDivElement>(null);
  useEffect(() => text.current?.focus(), []);
  return (
    <StepFrame icon={<IconMailForward size={32} stroke={1.5} aria-hidden />} title="Check your email" onSubmit={onBack}>
      <div ref={text} tabIndex={-1} className={classes['sent']}>
        <p>{credentialTexts.resetRequested}</p>
        <p className={classes['text']}>
          No email after a few minutes? Check your spam folder, or ask your administrator.
        </p>
      </div>
      <Button type="submit" size="md" fullWidth>
        Back to sign-in
      </Button>
    </StepFrame>
  );
}
