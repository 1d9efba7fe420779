import type { ReactNode } from 'react';
import { AccountFacts } from './AccountFacts.tsx';
import { Password } from './Password.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { Sessions } from './Sessions.tsx';
import { SingleSignOnLinks } from './SingleSignOnLinks.tsx';

/** The user's account: facts, and everything that keeps it theirs. */
export function AccountTab(): ReactNode {
  return (
    <>
      <AccountFacts />
      <Password />
      <SecondFactor />
      <SingleSignOnLinks />
      <Sessions />
    </>
  );
}
