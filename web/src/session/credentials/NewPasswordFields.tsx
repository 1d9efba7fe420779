import { defaultPasswordMinimum } from '@careloop/contracts/session/credentials';
import { Button, TextInput } from '@mantine/core';
import { IconCircle, IconCircleCheckFilled, IconEye, IconEyeOff } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { FieldMessage } from '../../ui/FieldMessage.tsx';
import classes from './Credentials.module.css';

/** Values of a form that asks for a new password. */
interface NewPassword {
  password: string;
  confirmPassword: string;
}

export interface NewPasswordFieldsProps {
  size?: 'sm' | 'md';
  /** Whether the first field gets the focus. */
  isFirst?: boolean;
  /** Whether the passwords are visible, and its setter. Defaults to state kept here. */
  visibility?: readonly [boolean, (isVisible: boolean) => void];
  /** Next to "Show Password". */
  action?: ReactNode;
}

/** A new password, entered twice, with its rules shown from the start. Use inside a `FormProvider`. */
export function NewPasswordFields({
  size = 'sm',
  isFirst = false,
  visibility,
  action,
}: NewPasswordFieldsProps): ReactNode {
  const own = useState(false);
  const [isVisible, setVisible] = visibility ?? own;
  const id = useId();
  const form = useFormContext<NewPassword>();
  const { errors, touchedFields } = form.formState;
  const [password, confirmPassword] = form.watch(['password', 'confirmPassword']);
  const common = { size, type: isVisible ? 'text' : 'password', autoComplete: 'new-password', spellCheck: false };
  const checkConfirmation = () => {
    // Only once it has been touched: no errors for a field the user has not reached.
    if (touchedFields.confirmPassword === true) void form.trigger('confirmPassword');
  };
  return (
    <div className={classes['passwords']}>
      <PasswordRules id={`${id}rules`} password={password} confirmPassword={confirmPassword} />
      <TextInput
        {...common}
        {...form.register('password', { onChange: checkConfirmation })}
        label="New password"
        error={errors.password !== undefined}
        aria-describedby={`${id}password ${id}rules`}
        autoCapitalize="none"
        data-autofocus={isFirst || undefined}
        // oxlint-disable-next-line jsx-a11y/no-autofocus -- the first thing that is asked for
        autoFocus={isFirst}
      />
      <FieldMessage id={`${id}password`} error={errors.password?.message} lines={size === 'md' ? 2 : 1} />
      <TextInput
        {...common}
        {...form.register('confirmPassword')}
        label="Confirm password"
        error={errors.confirmPassword !== undefined}
        aria-describedby={`${id}confirm`}
        autoCapitalize="none"
      />
      <FieldMessage id={`${id}confirm`} error={errors.confirmPassword?.message} />
      <div className={classes['ways']}>
        {action}
        <Button
          variant="default"
          leftSection={isVisible ? <IconEyeOff size={16} /> : <IconEye size={16} />}
          onClick={() => setVisible(!isVisible)}
        >
          {isVisible ? 'Hide Password' : 'Show Password'}
        </Button>
      </div>
    </div>
  );
}

/** Rules of a new password. The server decides: it also knows breached passwords and the client's own rules. */
function PasswordRules({ id, password, confirmPassword }: NewPassword & { id: string }): ReactNode {
  return (
    <div id={id} className={classes['rules']}>
      <Rule isMet={password.length >= defaultPasswordMinimum}>
        At least {defaultPasswordMinimum} characters, more where your organization asks for it
      </Rule>
      <Rule isMet={password !== '' && password === confirmPassword}>The same in both fields</Rule>
      <Rule>Without the username and the name of this product, and not known from data breaches</Rule>
    </div>
  );
}

function Rule({ isMet = false, children }: { isMet?: boolean; children: ReactNode }): ReactNode {
  const Mark = isMet ? IconCircleCheckFilled : IconCircle;
  return (
    <p data-met={isMet || undefined}>
      <Mark size={14} aria-hidden />
      <span>{children}</span>
      {isMet && <span className="visually-hidden"> (done)</span>}
    </p>
  );
}
