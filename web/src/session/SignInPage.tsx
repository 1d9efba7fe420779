import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { toApiError } from '../api/errors.ts';
import { signIn } from './store.ts';

/** Who are you? */
export function SignInPage(): ReactNode {
  const [error, setError] = useState<string>();
  const submit = async (data: FormData) => {
    try {
      await signIn({ username: String(data.get('username')), password: String(data.get('password')) });
    } catch (thrown) {
      setError(toApiError(thrown).message);
    }
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void submit(new FormData(event.currentTarget));
      }}
    >
      <TextInput label="Username" name="username" autoComplete="username" />
      <PasswordInput label="Password" name="password" autoComplete="current-password" />
      {error}
      <Button type="submit">Sign in</Button>
    </form>
  );
}
