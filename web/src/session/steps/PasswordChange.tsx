import { changeRequiredPassword, newPasswordForm } from '@careloop/contracts/session/credentials';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { NewPasswordFields } from '../credentials/NewPasswordFields.tsx';
import { UsernameForManagers } from '../credentials/UsernameForManagers.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import { showFieldProblems } from './fieldProblems.ts';
import { useStepCall, type StepProps } from './useStepCall.ts';
import { StepFrame } from './StepFrame.tsx';
import { StepProblem } from './StepProblem.tsx';

/** Asks for a new password: the old one has expired, or an administrator requires a change. */
export function PasswordChange({ challenge, username, onAnswer, onStartOver }: StepProps): ReactNode {
  const form = useSchemaForm(newPasswordForm, { password: '', confirmPassword: '' });
  const [problem, setProblem] = useState<string>();
  const { isBusy, run } = useStepCall(changeRequiredPassword, {
    onDone: onAnswer,
    onOver: onStartOver,
    onProblem: (refused) => setProblem(showFieldProblems(form, refused)),
  });
  const submit = form.handleSubmit(async (values) => {
    setProblem(undefined);
    await run({ challenge, ...values });
  });
  return (
    <FormProvider {...form}>
      <StepFrame
        title="Choose a new password"
        text="Your password has expired, or your administrator requires a new one. This is the last step before you continue."
        back={{ label: 'Start over', onClick: () => onStartOver() }}
        onSubmit={() => void submit()}
      >
        <UsernameForManagers username={username} />
        <NewPasswordFields size="md" isFirst />
        <StepProblem>{problem}</StepProblem>
        <Button type="submit" size="md" fullWidth loading={isBusy}>
          Change password
        </Button>
      </StepFrame>
    </FormProvider>
  );
}
