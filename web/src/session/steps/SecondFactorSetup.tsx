import {
  enableRequiredSecondFactor,
  prepareRequiredSecondFactor,
  secondFactorForm,
} from '@careloop/contracts/session/credentials';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { Button } from '@mantine/core';
import { useEffect, useEffectEvent, useRef, useState, type ReactNode } from 'react';
import { AuthenticatorKey, AuthenticatorKeySkeleton } from '../credentials/AuthenticatorKey.tsx';
import { CodeInput } from '../credentials/CodeInput.tsx';
import { RecoveryCodes } from '../credentials/RecoveryCodes.tsx';
import { useStepCall, type StepProps } from './useStepCall.ts';
import { StepFrame } from './StepFrame.tsx';
import classes from './Steps.module.css';

/**
 * Set-up of a second factor that the client requires and the user does not have yet: the authenticator, its first code,
 * recovery codes.
 */
export function SecondFactorSetup(props: StepProps): ReactNode {
  const [enabled, setEnabled] = useState<OutputOf<typeof enableRequiredSecondFactor>>();
  if (enabled === undefined) return <Connect {...props} onEnabled={setEnabled} />;
  return (
    <StepFrame
      title="Keep your recovery codes"
      text="If you lose your phone or do not have it with you, each of these codes signs you in once. They are shown only now."
    >
      <RecoveryCodes
        codes={enabled.recoveryCodes}
        productName={props.productName}
        username={props.username}
        doneLabel="Continue"
        onDone={() => props.onAnswer(enabled)}
      />
    </StepFrame>
  );
}

interface ConnectProps extends StepProps {
  onEnabled: (answer: OutputOf<typeof enableRequiredSecondFactor>) => void;
}

function Connect({ challenge, onEnabled, onStartOver }: ConnectProps): ReactNode {
  const [key, setKey] = useState<OutputOf<typeof prepareRequiredSecondFactor>>();
  const [value, setValue] = useState('');
  const [problem, setProblem] = useState<string>();
  const prepare = useStepCall(prepareRequiredSecondFactor, {
    onDone: setKey,
    onOver: onStartOver,
    onProblem: ({ message }) => onStartOver(message),
  });
  const { isBusy, run } = useStepCall(enableRequiredSecondFactor, {
    onDone: onEnabled,
    onOver: onStartOver,
    onProblem: ({ fields, message }) => setProblem(fields['code'] ?? message),
  });
  const isRequested = useRef(false);
  const requestKey = useEffectEvent(() => {
    // Only once: another key would invalidate the one already scanned.
    if (isRequested.current) return;
    isRequested.current = true;
    void prepare.run({ challenge });
  });
  useEffect(() => requestKey(), []);
  const submit = (code: string) => {
    const parsed = secondFactorForm.safeParse({ code });
    setProblem(parsed.error?.issues[0]?.message);
    if (parsed.success) void run({ challenge, code });
  };
  return (
    <StepFrame
      title="Set up two-step verification"
      text="Your organization requires a second step when you sign in: a code from an authenticator app on your phone."
      back={{ label: 'Start over', onClick: () => onStartOver() }}
      onSubmit={() => submit(value)}
    >
      <ol className={classes['instructions']}>
        <li>
          <p>Scan this code with your authenticator app.</p>
          {key === undefined ? <AuthenticatorKeySkeleton /> : <AuthenticatorKey {...key} />}
        </li>
        <li>
          <p>Type the six digits that the app shows.</p>
          <CodeInput
            value={value}
            error={problem}
            isBusy={isBusy}
            onComplete={submit}
            onChange={(text) => {
              setValue(text);
              setProblem(undefined);
            }}
          />
        </li>
      </ol>
      <Button type="submit" size="md" fullWidth loading={isBusy}>
        Turn on
      </Button>
    </StepFrame>
  );
}
