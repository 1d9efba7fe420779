import { Button } from '@mantine/core';
import { IconFileOff, IconRefreshAlert } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Bar } from '../ui/Bar.tsx';
import { Callout } from '../ui/Callout.tsx';
import { CharacterCounter } from '../ui/CharacterCounter.tsx';
import { EmptyState } from '../ui/EmptyState.tsx';
import { ErrorState } from '../ui/ErrorState.tsx';
import { LoadingCallout } from '../ui/LoadingCallout.tsx';
import { StatusBadge } from '../ui/StatusBadge.tsx';
import type { Tone } from '../ui/tones.ts';
import { State, Widget } from './Sample.tsx';

const tones: readonly Tone[] = ['info', 'neutral', 'success', 'warning', 'danger', 'inactive'];

/** Messages for users. */
export function MessageSamples(): ReactNode {
  return (
    <>
      <Widget name="Callout" isWide>
        {tones.map((tone) => (
          <State key={tone} name={tone}>
            <Callout
              tone={tone}
              title="This patient already has an open referral there"
              action={
                <Button size="compact-sm" variant="default">
                  Open it
                </Button>
              }
            >
              Sent 7/4/26 by Ortiz, Dana.
            </Callout>
          </State>
        ))}
      </Widget>
      <Widget name="Bar" isWide>
        <State name="Above the page">
          <Bar
            icon={<IconRefreshAlert size={18} aria-hidden />}
            action={
              <Button size="compact-sm" variant="default">
                Try again
              </Button>
            }
          >
            <strong>Some information could not be updated.</strong> It was loaded at 10:42 AM.
          </Bar>
        </State>
      </Widget>
      <Widget name="LoadingCallout" isWide>
        <State name="Loading">
          <LoadingCallout />
        </State>
        <State name="With a title">
          <LoadingCallout title="Loading your session">One moment, please.</LoadingCallout>
        </State>
      </Widget>
      <Widget name="StatusBadge">
        {tones.map((tone) => (
          <State key={tone} name={tone}>
            <StatusBadge tone={tone} label="Pending" />
          </State>
        ))}
      </Widget>
      <Widget name="CharacterCounter">
        <State name="Empty">
          <CharacterCounter length={0} />
        </State>
        <State name="At the limit">
          <CharacterCounter length={50} description="Shown to the patient" />
        </State>
        <State name="Error">
          <CharacterCounter length={51} description="Shown to the patient" />
        </State>
      </Widget>
      <Widget name="EmptyState and ErrorState" isWide>
        <State name="Empty">
          <EmptyState
            icon={<IconFileOff size={24} />}
            title="No items found"
            text="This patient has no documents."
            action={<Button variant="default">Upload a document</Button>}
          />
        </State>
        <State name="Error">
          <ErrorState error={{ message: 'x', status: 500, reference: 'FE-SJ3K2P' }} onRetry={() => undefined} />
        </State>
        <State name="Timeout">
          <ErrorState error={{ message: 'x', status: 504, reference: 'FE-SJ3K2P-TO' }} onRetry={() => undefined} />
        </State>
        <State name="Denied">
          <ErrorState error={{ message: 'x', status: 403 }} />
        </State>
      </Widget>
    </>
  );
}
