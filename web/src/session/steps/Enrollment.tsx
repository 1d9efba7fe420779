import {
  acceptEnrollment,
  enrollmentForm,
  enrollmentTexts,
  openEnrollment,
  viewAgreement,
} from '@careloop/contracts/profile/enrollment';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { Button, Checkbox, Loader } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { FormProvider } from 'react-hook-form';
import { useSchemaForm } from '../../ui/forms.ts';
import { SiteDocumentText } from '../../ui/SiteDocumentText.tsx';
import { NewPasswordFields } from '../credentials/NewPasswordFields.tsx';
import { SignInFrame } from '../SignInFrame.tsx';
import { showFieldProblems } from './fieldProblems.ts';
import { StepFrame } from './StepFrame.tsx';
import { StepProblem } from './StepProblem.tsx';
import classes from './Steps.module.css';
import { useStepCall } from './useStepCall.ts';

export interface EnrollmentProps {
  /** Goes to the sign-in page, with an optional notice for it. */
  onLeave: (notice?: string) => void;
}

type Opened = OutputOf<typeof openEnrollment>;
type Stage =
  | { kind: 'opening' }
  | { kind: 'over'; message: string }
  | { kind: 'opened'; opened: Opened }
  | { kind: 'terms'; opened: Opened; agreement: string | null }
  | { kind: 'waiting'; actsFor: string };

const title = 'Set up your account';

/**
 * Page of an enrollment link: who invited the user, the terms, the first password. Its token is removed from the address.
 */
export function Enrollment({ onLeave }: EnrollmentProps): ReactNode {
  const [token] = useState(() => window.location.hash.slice(1));
  const [stage, setStage] = useState<Stage>({ kind: 'opening' });
  const over = (message: string) => setStage({ kind: 'over', message });
  const open = useStepCall(openEnrollment, {
    onDone: (opened) => setStage({ kind: 'opened', opened }),
    onOver: over,
    onProblem: ({ message }) => over(message || enrollmentTexts.linkExpired),
  });
  useEffect(() => {
    window.history.replaceState(null, '', window.location.pathname);
    void open.run({ token });
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the page is opened
  }, []);
  return (
    <SignInFrame title={title}>
      {stage.kind === 'opening' && <Loader aria-label="Loading" />}
      {stage.kind === 'over' && (
        <StepFrame title={title} text={stage.message} onSubmit={() => onLeave()}>
          <Button type="submit" size="md" fullWidth>
            Go to sign-in
          </Button>
        </StepFrame>
      )}
      {stage.kind === 'opened' && (
        <Invitation
          token={token}
          opened={stage.opened}
          onOver={over}
          onTerms={(agreement) => setStage({ kind: 'terms', opened: stage.opened, agreement })}
        />
      )}
      {stage.kind === 'terms' && (
        <Terms
          token={token}
          opened={stage.opened}
          agreement={stage.agreement}
          onOver={over}
          onDone={({ username, isEnrolled }) => {
            if (isEnrolled) onLeave(`Your account is ready. Sign in as ${username}.`);
            else setStage({ kind: 'waiting', actsFor: stage.opened.actsFor });
          }}
        />
      )}
      {stage.kind === 'waiting' && (
        <StepFrame
          title="Waiting for approval"
          text={`${stage.actsFor} was asked to approve your account. You will get an email as soon as you can sign in.`}
          onSubmit={() => onLeave()}
        >
          <Button type="submit" size="md" fullWidth>
            Go to sign-in
          </Button>
        </StepFrame>
      )}
    </SignInFrame>
  );
}

interface InvitationProps {
  token: string;
  opened: Opened;
  onOver: (message: string) => void;
  onTerms: (agreement: string | null) => void;
}

function Invitation({ token, opened, onOver, onTerms }: InvitationProps): ReactNode {
  const { firstName, requestedBy, actsFor, username, needsApproval } = opened;
  const view = useStepCall(viewAgreement, {
    onDone: ({ agreement }) => onTerms(agreement),
    onOver,
    onProblem: ({ message }) => onOver(message || enrollmentTexts.linkExpired),
  });
  const who =
    requestedBy === actsFor
      ? `${requestedBy} added you to act for them.`
      : `${requestedBy} added you to act for ${actsFor}.`;
  const approval = needsApproval ? ` ${actsFor} approves your account before you can sign in.` : '';
  return (
    <StepFrame
      title={`Welcome, ${firstName}`}
      text={`${who} Your username is ${username}. Read the terms of use and choose a password.${approval}`}
      onSubmit={() => void view.run({ token })}
    >
      <Button type="submit" size="md" fullWidth loading={view.isBusy}>
        Read the terms of use
      </Button>
    </StepFrame>
  );
}

interface TermsProps extends Pick<InvitationProps, 'token' | 'opened' | 'onOver'> {
  agreement: string | null;
  onDone: (accepted: OutputOf<typeof acceptEnrollment>) => void;
}

function Terms({ token, opened, agreement, onOver, onDone }: TermsProps): ReactNode {
  const form = useSchemaForm(enrollmentForm, { password: '', confirmPassword: '', isAgreed: false as true });
  const [problem, setProblem] = useState<string>();
  const accept = useStepCall(acceptEnrollment, {
    onDone,
    onOver,
    onProblem: (refused) => {
      if (refused.message === enrollmentTexts.linkExpired) onOver(refused.message);
      else setProblem(showFieldProblems(form, refused));
    },
  });
  const submit = form.handleSubmit(async (values) => {
    setProblem(undefined);
    await accept.run({ token, ...values });
  });
  return (
    <FormProvider {...form}>
      <StepFrame title={title} text={`Your username is ${opened.username}.`} onSubmit={() => void submit()}>
        {agreement === null ? (
          <p>No terms of use have been published.</p>
        ) : (
          <section className={classes['terms']} aria-label="Terms of use">
            <SiteDocumentText html={agreement} />
          </section>
        )}
        <Checkbox
          {...form.register('isAgreed')}
          label="I accept the terms of use"
          error={form.formState.errors.isAgreed?.message}
        />
        <NewPasswordFields size="md" />
        <StepProblem>{problem}</StepProblem>
        <Button type="submit" size="md" fullWidth loading={accept.isBusy}>
          Create account
        </Button>
      </StepFrame>
    </FormProvider>
  );
}
