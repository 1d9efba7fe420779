import type { OutputOf } from '@careloop/contracts/endpoint';
import { getSignInOptions } from '@careloop/contracts/session';
import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';

export type SignInOptions = OutputOf<typeof getSignInOptions>;

/** Defaults if the server cannot be reached; signing in will show the error. */
const plain: SignInOptions = {
  productName: 'Careloop',
  environmentName: null,
  portalType: 2,
  singleSignOnLabel: null,
};

let known: SignInOptions | undefined;
let asked: Promise<SignInOptions> | undefined;

async function ask(): Promise<SignInOptions> {
  try {
    known = await call(getSignInOptions, {});
    return known;
  } catch {
    asked = undefined;
    return plain;
  }
}

/** Names of this installation and its ways to sign in. Loaded once and shared by all callers. */
export function loadSignInOptions(): Promise<SignInOptions> {
  return (asked ??= ask());
}

/** The options, once they have loaded. */
export function knownSignInOptions(): SignInOptions | undefined {
  return known;
}

/**
 * The options, and whether they are still loading.
 * @param areNeeded if not, they are the known ones or the defaults, and the server is not asked
 */
export function useSignInOptions(areNeeded = true): SignInOptions & { isPending: boolean } {
  const [options, setOptions] = useState(known);
  useEffect(() => {
    if (!areNeeded) return undefined;
    let isGone = false;
    const follow = async () => {
      const found = await loadSignInOptions();
      if (!isGone) setOptions(found);
    };
    void follow();
    return () => {
      isGone = true;
    };
  }, [areNeeded]);
  return { ...(options ?? plain), isPending: areNeeded && options === undefined };
}
