import {
  cancelAddress,
  confirmAddress,
  confirmAddressForm,
  getUserProfile,
  resendAddressCode,
  type AccountData,
} from '@careloop/contracts/profile';
import { profileTexts } from '@careloop/contracts/profile/texts';
import { Button, PasswordInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { invalidate, useCall } from '../../api/query.ts';
import { resume } from '../../session/actions.ts';
import { Callout } from '../../ui/Callout.tsx';
import { DateTimeText } from '../../ui/DateText.tsx';
import { Field } from '../../ui/Field.tsx';
import { ServerError } from '../../ui/FormError.tsx';
import { useSchemaForm } from '../../ui/forms.ts';
import { toast } from '../../ui/toasts.tsx';
import { TrimmedTextInput } from '../../ui/TrimmedTextInput.tsx';
import classes from './Profile.module.css';

interface UnconfirmedAddressProps {
  userId: number;
  isSelf: boolean;
  kind: 'email' | 'directEmail';
  address: AccountData['unconfirmedEmail'];
}

const names = { email: 'email address', directEmail: 'Direct address' } as const;

/** An unconfirmed email address or phone number, with the field for its code. */
export function UnconfirmedAddress({ userId, isSelf, kind, address }: UnconfirmedAddressProps): ReactNode {
  const drop = useCall(cancelAddress, {
    onSuccess: () => toast.success('The new address was discarded.'),
  });
  const resend = useCall(resendAddressCode, {
    onError: 'toast',
    onSuccess: () => toast.success('A new code was sent.'),
  });
  if (address === null) return null;
  return (
    <Callout tone="info" role="status" title={`${address.address} is not confirmed yet`}>
      <p className={classes['remark']}>
        {address.isCodeEnded ? (
          <>
            The code we sent there has ended after too many wrong attempts. Your present {names[kind]} stays in use
            until a new code is entered.
          </>
        ) : (
          <>
            We sent a code there. Your present {names[kind]} stays in use until it is entered; the code works until{' '}
            <DateTimeText at={address.expiresAt} />.
          </>
        )}
      </p>
      <div className={classes['confirm']}>
        {isSelf ? !address.isCodeEnded && <CodeForm kind={kind} /> : <p>{profileTexts.confirmOthers}</p>}
        <Button variant="default" loading={resend.isPending} onClick={() => resend.mutate({ userId, kind })}>
          Send a new code
        </Button>
        <Button variant="default" loading={drop.isPending} onClick={() => drop.mutate({ userId, kind })}>
          Discard new address
        </Button>
      </div>
    </Callout>
  );
}

function CodeForm({ kind }: Pick<UnconfirmedAddressProps, 'kind'>): ReactNode {
  const form = useSchemaForm(confirmAddressForm, { code: '', password: '' });
  const client = useQueryClient();
  const confirm = useCall(confirmAddress, {
    form,
    onError: () => {
      // A wrong code may have been the last one allowed.
      void invalidate(client, getUserProfile);
    },
    onSuccess: () => {
      toast.success(`Your ${names[kind]} is confirmed.`);
      void resume();
    },
  });
  return (
    <form
      noValidate
      className={classes['code']}
      aria-label={`Confirm ${names[kind]}`}
      onSubmit={(event) => void form.handleSubmit((values) => confirm.mutate({ ...values, kind }))(event)}
    >
      <ServerError errors={form.formState.errors} />
      <Field form={form} name="code" label="Code">
        {(field) => <TrimmedTextInput {...field} inputMode="numeric" autoComplete="one-time-code" />}
      </Field>
      {kind === 'email' && (
        <PasswordInput
          {...form.register('password')}
          label="Your password"
          description="Leave it empty if you only sign in by single sign-on."
          error={form.formState.errors.password?.message}
          autoComplete="current-password"
          visibilityToggleFocusable
          visibilityToggleButtonProps={{ 'aria-label': 'Show password' }}
        />
      )}
      <Button type="submit" loading={confirm.isPending}>
        Confirm
      </Button>
    </form>
  );
}
