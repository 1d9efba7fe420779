import { credentialTexts, newPasswordForm, resetPassword } from '@careloop/contracts/session/credentials';
import { Button } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { NewPasswordFields } from '../credentials/NewPasswordFields.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import { SignInFrame } from '../SignInFrame.tsx';
import { showFieldProblems } from './fieldProblems.ts';
import { ForgottenPassword } from './ForgottenPassword.tsx';
import { useStepCall } from './useStepCall.ts';
import { StepFrame } from './StepFrame.tsx';
import { StepProblem } from './StepProblem.tsx';

const changed = 'Your password has been changed. Sign in with the new one.';

export interface ResetPasswordProps {
  /** Goes to the sign-in page, with an optional notice for it. */
  onLeave: (notice?: string) => void;
}

/** The page of a password reset link. Its token is removed from the address and the history. */
export function ResetPassword({ onLeave }: ResetPasswordProps): ReactNode {
  const [token] = useState(() => window.location.hash.slice(1));
  const [stage, setStage] = useState<'password' | 'expired' | 'forgotten'>(token === '' ? 'expired' : 'password');
  useEffect(() => {
    window.history.replaceState(null, '', window.location.pathname);
  }, []);
  return (
    <SignInFrame title="Choose a new password">
      {stage === 'password' && (
        <NewPassword
          token={token}
          onDone={() => onLeave(changed)}
          onExpired={() => setStage('expired')}
          onBack={() => onLeave()}
        />
      )}
      {stage === 'expired' && (
        <StepFrame
          title="Choose a new password"
          text={credentialTexts.linkExpired}
          back={{ label: 'Back to sign-in', onClick: () => onLeave() }}
          onSubmit={() => setStage('forgotten')}
        >
          {/* oxlint-disable-next-line jsx-a11y/no-autofocus -- what is said above is said with it */}
          <Button type="submit" size="md" fullWidth autoFocus>
            Request a new link
          </Button>
        </StepFrame>
      )}
      {stage === 'forgotten' && <ForgottenPassword username="" onBack={() => onLeave()} />}
    </SignInFrame>
  );
}

interface NewPasswordProps {
  token: string;
  onDone: () => void;
  onExpired: () => void;
  onBack: () => void;
}

function NewPassword({ token, onDone, onExpired, onBack }: NewPasswordProps): ReactNode {
  const form = useSchemaForm(newPasswordForm, { password: '', confirmPassword: '' });
  const [problem, setProblem] = useState<string>();
  const { isBusy, run } = useStepCall(resetPassword, {
    onDone,
    onOver: setProblem,
    onProblem: (refused) => {
      const isExpired = refused.fields['token'] !== undefined || refused.message === credentialTexts.linkExpired;
      if (isExpired) onExpired();
      else setProblem(showFieldProblems(form, refused));
    },
  });
  const submit = form.handleSubmit(async (values) => {
    setProblem(undefined);
    await run({ token, ...values });
  });
  return (
    <FormProvider {...form}>
      <StepFrame
        title="Choose a new password"
        text="You will be signed out everywhere and can then sign in with the new one."
        back={{ label: 'Back to sign-in', onClick: onBack }}
        onSubmit={() => void submit()}
      >
        <NewPasswordFields size="md" isFirst />
        <StepProblem>{problem}</StepProblem>
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          Change password
        </Button>
      </StepFrame>
    </FormProvider>
  );
}
