import { useState, type ReactNode } from 'react';
import { QueryState } from '../../ui/QueryState.tsx';
import { AccountForm } from './AccountForm.tsx';
import { Password } from './Password.tsx';
import { Proxied, Proxies } from './Proxies.tsx';
import { SecondFactor } from './SecondFactor.tsx';
import { Sessions } from './Sessions.tsx';
import { SingleSignOnLinks } from './SingleSignOnLinks.tsx';
import { useProfile } from './useProfile.ts';

/** The account, who acts for the user, and, only for the user's own account, its security. */
export function AccountTab(): ReactNode {
  const profile = useProfile(['Account']);
  const [round, setRound] = useState(0);
  if (profile.data === undefined) return <QueryState query={profile} />;
  const { commonData, overviewData, accountData } = profile.data;
  if (accountData === null) return null;
  return (
    <>
      <AccountForm
        key={round}
        common={commonData}
        overview={overviewData}
        account={accountData}
        onSaved={() => setRound((before) => before + 1)}
      />
      <Proxies common={commonData} account={accountData} />
      <Proxied common={commonData} account={accountData} />
      {commonData.isSelf && (
        <>
          <Password />
          <SecondFactor />
          <SingleSignOnLinks />
          <Sessions />
        </>
      )}
    </>
  );
}
