import type { ReactNode } from 'react';

/** Tells a password manager whose password is being changed; hidden from everyone else. */
export function UsernameForManagers({ username }: { username: string }): ReactNode {
  return (
    <input
      className="visually-hidden"
      type="text"
      autoComplete="username"
      value={username}
      readOnly
      tabIndex={-1}
      aria-hidden
    />
  );
}
