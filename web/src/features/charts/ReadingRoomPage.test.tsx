import { listCharts } from '@careloop/contracts/charts';
import type { PatientDocument } from '@careloop/contracts/charts';
import { uploadTexts } from '@careloop/contracts/charts/upload';
import { canAccessPatient, getPatientInfo } from '@careloop/contracts/patients';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { renderComponent } from '../../../test/components.tsx';
import { parseSearch } from '../../lib/search.ts';
import { dispatch } from '../../session/gateStore.ts';
import type { Session } from '../../session/session.ts';
import { ReadingRoomPage } from './ReadingRoomPage.tsx';
import { readingRoomSearch } from './search.ts';

const patient = {
  patientId: 7,
  mrn: '1001',
  mrnSystem: null,
  firstName: 'Grace',
  middleName: null,
  lastName: 'Okafor',
  dateOfBirth: '1945-07-14',
  gender: 'female',
  deceasedOn: null,
  isDeceased: false,
  isActive: true,
  isPossibleDuplicate: false,
  can: { sendCharts: true },
};
const document = {
  patientDocumentId: 70,
  documentName: 'Discharge letter',
  documentTypeName: 'Letter',
  dateProvided: '2026-03-02T00:00:00Z',
  documentPageCount: 1,
  isArchived: false,
  isSuperseded: false,
  restriction: null,
  patientEncounterId: null,
  authorName: null,
} as unknown as PatientDocument;
const groupings = { visit: [], date: [], chartType: [] };
const charts = { documents: [document], appointments: [], referrals: [], groupings };

const access = {
  canAccessPatient: true,
  hasPendingInvite: false,
  emergencyAccessUntil: null as string | null,
  mergedIntoPatientId: null as number | null,
};

/** Opens an address of a room, with the user's access to patients other than by the care team. Returns the page's calls. */
function open(address: string, accesses: Record<string, Partial<typeof access>> = {}) {
  const calls: string[] = [];
  vi.stubGlobal('fetch', async (url: string) => {
    const { pathname: path, searchParams } = new URL(url, 'http://portal.test');
    calls.push(path);
    const answers: Record<string, object> = {
      [`/api${canAccessPatient.path}`]: { ...access, ...accesses[searchParams.get('patientId') ?? ''] },
      [`/api${getPatientInfo.path}`]: patient,
      [`/api${listCharts.path}`]: charts,
    };
    const answer = answers[path];
    return answer === undefined
      ? Response.json({ wasSuccessful: false, message: 'Not found', code: 'not_found' }, { status: 404 })
      : Response.json({ wasSuccessful: true, ...answer });
  });
  const root = createRootRoute({ component: Outlet });
  const room = createRoute({
    getParentRoute: () => root,
    path: '/Patient/$patientId/charts',
    validateSearch: readingRoomSearch,
    component: ReadingRoomPage,
  });
  const patients = createRoute({
    getParentRoute: () => root,
    path: '/Patients',
    component: () => <h1>All patients</h1>,
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({ routeTree: root.addChildren([room, patients]), history, parseSearch });
  renderComponent(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return { calls, history };
}

function signIn(can: boolean): void {
  const user = { userId: 1, usersToImpersonate: [] };
  const session = { config: { hasEmr: false }, user, can: () => can };
  dispatch({ type: 'tokenFound' });
  dispatch({ type: 'contextLoaded', session: session as unknown as Session });
}
beforeAll(() => signIn(true));
beforeEach(() => void vi.spyOn(window, 'scrollTo').mockImplementation(() => undefined));
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test.each([
  ['a document', 'patientDocumentId=80', '/api/document-viewer/80'],
  ['an appointment', 'chart=2:80', '/api/document-viewer/appointment/80'],
])('%s of another patient is not shown under this one', async (_what, search, call) => {
  const { calls } = open(`/Patient/7/charts?${search}`);
  await screen.findByText('This document is not in this patient’s charts.');
  expect(calls).not.toContain(call);
});

test('a document of the patient is opened', async () => {
  const { calls } = open('/Patient/7/charts?patientDocumentId=70');
  await waitFor(() => expect(calls).toContain('/api/document-viewer/70'));
});

test('the room of a merged record leads to that of the surviving one', async () => {
  const { history } = open('/Patient/6/charts?patientDocumentId=70', {
    6: { canAccessPatient: false, mergedIntoPatientId: 7 },
  });
  await screen.findByText('The record you opened was merged into this patient.');
  expect(history.location.pathname).toBe('/Patient/7/charts');
  expect(history.location.search).toContain('patientDocumentId=70');
});

test('emergency access counts down, and the room closes when it runs out', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-03-02T15:00:00Z') });
  const accesses: Record<string, Partial<typeof access>> = { 7: { emergencyAccessUntil: '2026-03-02T15:01:00Z' } };
  open('/Patient/7/charts', accesses);
  await screen.findByText('1 minute left');
  vi.setSystemTime(new Date('2026-03-02T15:01:00Z'));
  accesses['7'] = { canAccessPatient: false };
  expect(await screen.findByText('All patients')).toBeVisible();
});

test.each([
  [true, ''],
  [false, uploadTexts.noPermission],
])('its button uploads charts with the permission: %s', async (mayUpload, reason) => {
  signIn(mayUpload);
  open('/Patient/7/charts');
  const button = await screen.findByRole('button', { name: 'UPLOAD CHART(S)' });
  expect(button).toHaveAccessibleDescription(reason);
});
