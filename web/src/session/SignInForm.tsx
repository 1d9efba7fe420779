import { signIn, signInForm } from '@careloop/contracts/session';
import { Button, PasswordInput, TextInput, UnstyledButton } from '@mantine/core';
import { useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { call } from '../api/call.ts';
import { FieldMessage } from '../ui/FieldMessage.tsx';
import { signInCall } from './pendingLogout.ts';
import { signInProblem } from './signInProblem.ts';
import classes from './SignIn.module.css';
import type { SignInAnswer } from './steps/useStepCall.ts';

type Field = 'username' | 'password';
type Errors = Partial<Record<Field | 'form', string>>;

const empty = { username: '', password: '' };

/** The schema's messages, the first one of each field. */
function problemsOf(values: typeof empty): Errors {
  const parsed = signInForm.safeParse(values);
  if (parsed.success) return {};
  const errors: Errors = {};
  for (const issue of parsed.error.issues) errors[issue.path[0] as Field] ??= issue.message;
  return errors;
}

export interface SignInFormProps {
  /** Initial username: of the last session, or kept from a later step. */
  username: string;
  /** Shown in place of the error while there is none. */
  notice: ReactNode;
  /** Error of a later step. */
  problem?: string | undefined;
  onUsername: (username: string) => void;
  /** Called after a correct password, with a session or the next step. */
  onAnswer: (answer: SignInAnswer) => Promise<void>;
  onForgotten: () => void;
  /** Called on the first key press, to preload the next screen. */
  onFirstInput?: (() => void) | undefined;
}

/** Username and password. Space for messages is reserved, so that nothing moves. */
export function SignInForm(props: SignInFormProps): ReactNode {
  const { notice, problem } = props;
  const [username] = useState(props.username);
  const [values, setValues] = useState({ ...empty, username });
  const [errors, setErrors] = useState<Errors>({ form: problem });
  const [isBusy, setBusy] = useState(false);
  const [hasCapsLock, setCapsLock] = useState(false);
  const usernameInput = useRef<HTMLInputElement>(null);
  const passwordInput = useRef<HTMLInputElement>(null);

  const submit = async () => {
    // A password manager may fill the fields without an event, so the inputs' own values are used.
    const entered = {
      username: usernameInput.current?.value ?? values.username,
      password: passwordInput.current?.value ?? values.password,
    };
    const problems = problemsOf(entered);
    setErrors(problems);
    if (problems.username !== undefined) return usernameInput.current?.focus();
    if (problems.password !== undefined) return passwordInput.current?.focus();
    setBusy(true);
    try {
      props.onUsername(entered.username.trim());
      await props.onAnswer(await signInCall(() => call(signIn, entered)));
    } catch (thrown) {
      setBusy(false);
      setErrors({ form: signInProblem(thrown) });
      passwordInput.current?.select();
    }
  };
  const change = (field: Field, value: string) => {
    if (values.username === username && values.password === '') props.onFirstInput?.();
    setValues({ ...values, [field]: value });
    setErrors({});
  };
  const watchCapsLock = (event: KeyboardEvent) => setCapsLock(event.getModifierState('CapsLock'));

  return (
    <form
      noValidate
      className={classes['form']}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isBusy) void submit();
      }}
    >
      <div className={classes['notice']} role="status" data-failed={errors.form !== undefined || undefined}>
        {errors.form ?? notice}
      </div>
      <TextInput
        label="Username"
        size="md"
        ref={usernameInput}
        value={values.username}
        onChange={(event) => change('username', event.currentTarget.value)}
        error={errors.username !== undefined}
        errorProps={{ component: 'div' }}
        aria-describedby="username-message"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={60}
        data-autofocus={username === '' || undefined}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- signing in is all this page is for
        autoFocus={username === ''}
      />
      <FieldMessage id="username-message" error={errors.username} />
      <PasswordInput
        label="Password"
        size="md"
        ref={passwordInput}
        value={values.password}
        onChange={(event) => change('password', event.currentTarget.value)}
        onKeyDown={watchCapsLock}
        onKeyUp={watchCapsLock}
        onBlur={() => setCapsLock(false)}
        error={errors.password !== undefined}
        aria-describedby="password-message"
        autoComplete="current-password"
        maxLength={250}
        visibilityToggleFocusable
        visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        data-autofocus={username !== '' || undefined}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- all that is missing when the name is known
        autoFocus={username !== ''}
      />
      <FieldMessage id="password-message" error={errors.password} hint={hasCapsLock ? 'Caps Lock is on' : undefined} />
      <Button type="submit" size="md" fullWidth loading={isBusy}>
        Sign in
      </Button>
      <UnstyledButton
        className={classes['forgotten']}
        onClick={() => {
          props.onUsername(values.username.trim());
          props.onForgotten();
        }}
      >
        Forgot your password?
      </UnstyledButton>
    </form>
  );
}
