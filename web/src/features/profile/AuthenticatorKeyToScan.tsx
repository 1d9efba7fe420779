import type { prepareSecondFactor } from '@careloop/contracts/session/credentials';
import { Button } from '@mantine/core';
import { useEffect, useRef, type ReactNode } from 'react';
import { useCall } from '../../api/query.ts';
import { AuthenticatorKey, AuthenticatorKeySkeleton } from '../../session/credentials/AuthenticatorKey.tsx';
import { Callout } from '../../ui/Callout.tsx';

/** Requests an authenticator key, only once: another key would invalidate the one already scanned. */
export function usePreparedKey(endpoint: typeof prepareSecondFactor) {
  const prepare = useCall(endpoint, { onError: 'none' });
  const isAsked = useRef(false);
  useEffect(() => {
    if (isAsked.current) return;
    isAsked.current = true;
    prepare.mutate({});
  }, [prepare]);
  return prepare;
}

/** The key, to scan or type. */
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
