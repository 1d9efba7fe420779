import type { prepareSecondFactor } from '@careloop/contracts/session/credentials';
import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { AuthenticatorKey, AuthenticatorKeySkeleton } from '../../session/credentials/AuthenticatorKey.tsx';
import { Callout } from '../../ui/Callout.tsx';

/** Asks for a key for an authenticator, once: every further one would void the one that was scanned. */
export function usePreparedKey(endpoint: typeof prepareSecondFactor) {
  const prepare = useCall(endpoint, { onError: 'form' });
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    prepare.mutate({});
  }, [prepare]);
  return prepare;
}

/** The key, to be scanned or typed. */
export function AuthenticatorKeyToScan({
  prepare,
  step,
}: {
  prepare: ReturnType<typeof usePreparedKey>;
  step: string;
}): ReactNode {
  return (
    <>
      {prepare.error !== null && (
        <Callout
          tone="danger"
          action={
            <Button variant="default" onClick={() => prepare.mutate({})}>
              Retry
            </Button>
          }
        >
          {prepare.error.message}
        </Callout>
      )}
      <p>{step}</p>
      {prepare.data === undefined ? <AuthenticatorKeySkeleton /> : <AuthenticatorKey {...prepare.data} />}
    </>
  );
}
