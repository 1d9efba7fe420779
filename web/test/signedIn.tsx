import type { Permission } from '@careloop/contracts/access';
import type { ProviderSearchItem } from '@careloop/contracts/directory';
import type { PatientInfo } from '@careloop/contracts/patients';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import type { UserEvent } from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { onTestFinished, vi } from 'vitest';
import { dispatch } from '../src/session/gateStore.ts';
import { sessionOf, type Context } from '../src/session/session.ts';
import { renderComponent } from './components.tsx';

/** The patient a wizard is about. */
export const patient = {
  patientId: 1,
  mrn: '4711',
  firstName: 'Grace',
  lastName: 'Okafor',
  isDeceased: false,
  isActive: true,
  isPossibleDuplicate: false,
  refersToProvidersOnly: false,
  can: {},
} as PatientInfo;

/** A provider selected in the search. */
export const provider: ProviderSearchItem = {
  healthcareProviderId: 2,
  userId: 3,
  fullName: 'Nguyen, Linh',
  degree: null,
  gender: null,
  specialty: null,
  healthcareProviderSpecialtyId: null,
  organizationName: null,
  npiNumber: null,
  acceptsNewPatients: null,
  address: null,
  distance: null,
};

interface SignedIn {
  user?: Partial<Context['user']>;
  permissions?: Permission[];
  features?: string[];
}

/** Signs a user in: number 1, unless `user` says otherwise. */
export function signIn({ user = {}, permissions = [], features = [] }: SignedIn = {}): void {
  const self = { userId: 1, healthcareProvider: null, usersToImpersonate: [], clients: [], ...user };
  const context = { user: self, permissions, features, organizations: [], config: { productName: 'Careloop' } };
  dispatch({ type: 'contextLoaded', session: sessionOf(context as unknown as Context) });
}

/** Paths of the calls made since the component was rendered. */
export type Calls = string[];

/**
 * Renders a component for a signed-in user. The server finds nothing: it answers each call with empty lists.
 * @param features features of the user's client
 * @param items what the server finds instead
 * @param more further fields of every answer
 */
export function renderSignedIn(
  component: ReactNode,
  features: string[] = [],
  items: object[] = [],
  more: object = {},
): { user: UserEvent; calls: Calls } {
  const calls: Calls = [];
  const nothing = {
    hasMore: false,
    nextCursor: null,
    specialties: [],
    diagnoses: [],
    records: [],
    affiliations: [],
    missing: [],
    current: null,
  };
  const answer = { ...nothing, items, ...more };
  vi.stubGlobal('fetch', async (path: string) => {
    calls.push(path);
    return Response.json({ wasSuccessful: true, ...answer });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  signIn({ features });
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  return { user: renderComponent(<QueryClientProvider client={client}>{component}</QueryClientProvider>), calls };
}
