import type { OutputOf } from '@careloop/contracts/endpoint';
import { getSignInOptions } from '@careloop/contracts/session';
import { useEffect, useState } from 'react';
import { call } from '../api/call.ts';

export type SignInOptions = OutputOf<typeof getSignInOptions>;

/** For when the server could not be asked: signing in will tell what is wrong. */
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

/** What this installation is called and how one signs in to it. Asked once; everybody who waits gets the same. */
export function loadSignInOptions(): Promise<SignInOptions> {
  return (asked ??= ask());
}

/** What the server said, once it did. */
export function knownSignInOptions(): SignInOptions | undefined {
  return known;
}

/** The options, and whether they are still being asked for. */
export function useSignInOptions(): SignInOptions & { isPending: boolean } {
  const [options, setOptions] = useState(known);
  useEffect(() => {
    let isGone = false;
    const follow = async () => {
      const found = await loadSignInOptions();
      if (!isGone) setOptions(found);
    };
    void follow();
    return () => {
      isGone = true;
    };
  }, []);
  return { ...(options ?? plain), isPending: options === undefined };
}
