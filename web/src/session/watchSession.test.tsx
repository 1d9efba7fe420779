import { render, screen } from '@testing-library/react';
import { expect, onTestFinished, test, vi } from 'vitest';
import { dispatchRealtimeEvent } from '../api/realtime.ts';
import { dispatch } from './gateStore.ts';
import { sessionOf, type Context } from './session.ts';
import { useSession } from './useSession.ts';
import { watchSession } from './watchSession.ts';

const contextWith = (...people: string[]) => {
  const usersToImpersonate = people.map((lastName, index) => ({ proxiedUserId: index + 2, lastName }));
  return {
    user: { userId: 1, firstName: 'Nora', lastName: 'Reyes', usersToImpersonate },
    permissions: [],
    features: [],
    config: { environmentName: null },
  };
};

function WorkAs() {
  return <p>{useSession().user.usersToImpersonate.map(({ lastName }) => lastName)}</p>;
}

test.each(['AccessChangedEvent', 'ResyncEvent'] as const)('%s reads the people to act for again', async (event) => {
  dispatch({ type: 'contextLoaded', session: sessionOf(contextWith() as unknown as Context) });
  vi.stubGlobal('fetch', async () => Response.json({ wasSuccessful: true, ...contextWith('Patel') }));
  onTestFinished(() => void vi.unstubAllGlobals());
  onTestFinished(watchSession());
  render(<WorkAs />);
  expect(screen.queryByText('Patel')).toBeNull();
  dispatchRealtimeEvent(event, {});
  expect(await screen.findByText('Patel')).toBeVisible();
});
