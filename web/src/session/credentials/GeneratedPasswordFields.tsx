import { generatePassword } from '@careloop/contracts/session/credentials';
import { Button } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { useCall } from '../../api/query.ts';
import { NewPasswordFields } from './NewPasswordFields.tsx';

/** `NewPasswordFields` that can be filled in by the server. Use inside a `FormProvider`. */
export function GeneratedPasswordFields({ isFirst = false }: { isFirst?: boolean }): ReactNode {
  const form = useFormContext<{ password: string; confirmPassword: string }>();
  const visibility = useState(false);
  const generate = useCall(generatePassword, {
    onSuccess: ({ password }) => {
      const options = { shouldDirty: true, shouldTouch: true, shouldValidate: true };
      form.setValue('password', password, options);
      form.setValue('confirmPassword', password, options);
      // The password is shown, because the user has to store it or hand it over.
      visibility[1](true);
    },
  });
  return (
    <NewPasswordFields
      isFirst={isFirst}
      visibility={visibility}
      action={
        <Button variant="default" loading={generate.isPending} onClick={() => generate.mutate({})}>
          Generate Password
        </Button>
      }
    />
  );
}
