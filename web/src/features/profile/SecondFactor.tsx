import { getSecondFactor } from '@careloop/contracts/session/credentials';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { lazyPart } from '../../lib/lazyPart.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import { StatusBadge } from '../../ui/StatusBadge.tsx';
import { ProfileSection } from './ProfileSection.tsx';
import classes from './Profile.module.css';

// Loaded separately, because few users need its QR code library.
const SetUpSecondFactorDialog = lazyPart(
  async () => (await import('./SetUpSecondFactorDialog.tsx')).SetUpSecondFactorDialog,
);
const MoveAuthenticatorDialog = lazyPart(
  async () => (await import('./MoveAuthenticatorDialog.tsx')).MoveAuthenticatorDialog,
);
const TurnOffSecondFactorDialog = lazyPart(
  async () => (await import('./TurnOffSecondFactorDialog.tsx')).TurnOffSecondFactorDialog,
);
const RenewRecoveryCodesDialog = lazyPart(
  async () => (await import('./RenewRecoveryCodesDialog.tsx')).RenewRecoveryCodesDialog,
);

type State = OutputOf<typeof getSecondFactor>;
type DialogName = 'setUp' | 'move' | 'turnOff' | 'renewCodes';

/** Fewer remaining codes than this show a warning. */
const fewCodes = 3;

/** Two-step sign-in: its state and actions. */
export function SecondFactor(): ReactNode {
  const state = useQuery(queryOf(getSecondFactor, {}));
  const [dialog, setDialog] = useState<DialogName>();
  const close = () => setDialog(undefined);
  return (
    <ProfileSection
      title="Two-step verification"
      text="Sign in with your password and a code from an authenticator app, so a stolen password is not enough."
    >
      <QueryState query={state} loading={<ListSkeleton count={1} />}>
        {(data) => (data.isEnabled ? <On {...data} open={setDialog} /> : <Off {...data} open={setDialog} />)}
      </QueryState>
      {dialog === 'setUp' && <SetUpSecondFactorDialog onClose={close} />}
      {dialog === 'move' && <MoveAuthenticatorDialog onClose={close} />}
      {dialog === 'turnOff' && <TurnOffSecondFactorDialog onClose={close} />}
      {dialog === 'renewCodes' && <RenewRecoveryCodesDialog onClose={close} />}
    </ProfileSection>
  );
}

interface PartProps extends State {
  open: (dialog: DialogName) => void;
}

function Off({ isRequired, open }: PartProps): ReactNode {
  return (
    <div className={classes['state']}>
      <div>
        <StatusBadge tone={isRequired ? 'warning' : 'neutral'} label="Off" />
        <p>
          {isRequired
            ? 'Your organization requires it. Without it you are asked to set it up the next time you sign in.'
            : 'You sign in with your password only.'}
        </p>
      </div>
      <Button onClick={() => open('setUp')}>Set up</Button>
    </div>
  );
}

function On({ isRequired, recoveryCodesLeft, open }: PartProps): ReactNode {
  const codes = recoveryCodesLeft === 1 ? '1 recovery code' : `${recoveryCodesLeft} recovery codes`;
  return (
    <>
      <div className={classes['state']}>
        <div>
          <StatusBadge tone="success" label="On" />
          <p>
            {isRequired ? 'Your organization requires it: it cannot be turned off.' : 'Signing in asks for a code.'}
          </p>
        </div>
        <div className={classes['stateActions']}>
          <Button variant="default" onClick={() => open('move')}>
            Use another phone
          </Button>
          {!isRequired && (
            <Button variant="default" onClick={() => open('turnOff')}>
              Turn off
            </Button>
          )}
        </div>
      </div>
      <div className={classes['state']}>
        <div>
          {recoveryCodesLeft < fewCodes ? (
            <StatusBadge tone="warning" label={`${codes} left`} />
          ) : (
            <strong>{codes} left</strong>
          )}
          <p>For when you do not have your phone. Each works once.</p>
        </div>
        <Button variant="default" onClick={() => open('renewCodes')}>
          New recovery codes
        </Button>
      </div>
    </>
  );
}
