import { listAllergies, listMedications } from '@careloop/contracts/clinical-record';
import type { OutputOf } from '@careloop/contracts/endpoint';
import { listSentDeliveries } from '@careloop/contracts/sharing/documentExport';
import { QueryClientProvider, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { act, screen, waitFor, within } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { penicillin } from '../../test/allergies.ts';
import { renderComponent } from '../../test/components.tsx';
import { renderDialog } from '../../test/page.tsx';
import { answer, failure, inputsOf, refusal, serve } from '../../test/server.ts';
import { patient, signIn } from '../../test/signedIn.tsx';
import { emitApiEvent } from '../api/events.ts';
import { queryClient } from '../api/queryClient.ts';
import { pagesOf, queryOf } from '../api/query.ts';
import { Allergies } from '../features/clinical-record/shared/Allergies.tsx';
import { OutdatedNotice } from '../components/OutdatedNotice.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { DialogNotice } from '../ui/dialogNotice.ts';
import { addUnsaved, unsavedChanges } from '../ui/unsaved.ts';
import { ConnectionCallout } from './ConnectionCallout.tsx';

const { patientId } = patient;
const list: OutputOf<typeof listAllergies> = {
  items: [penicillin],
  totalItemCount: 1,
  isCut: false,
  can: { edit: true },
};

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 4, 2, 10, 42) });
  signIn();
});
afterEach(() => {
  queryClient.clear();
  vi.useRealTimers();
});

const notice = () => screen.queryByText(/could not be updated/)?.closest<HTMLElement>('[role=status]') ?? null;
const tryAgain = () => within(notice() as HTMLElement).getByRole('button', { name: 'Try again' });
const said = async () => await screen.findByText(/could not be updated/);

/** The server's answers, which a test makes fail and recover. */
function server() {
  let failing: (() => ReturnType<typeof failure>) | undefined;
  const or = <Output extends object>(output: Output) => (failing === undefined ? output : failing());
  const calls = serve(
    answer(listAllergies, () => or(list)),
    answer(listMedications, { ...list, items: [] }),
  );
  return {
    calls,
    fail: (fails = () => failure(500)) => void (failing = fails),
    recover: () => void (failing = undefined),
  };
}

const allergies = { queryKey: [listAllergies.path] };

/** The allergies of a patient below the notice, after they could not be refetched. */
async function showOld(page: ReactNode = <Allergies patientId={patientId} />) {
  const served = server();
  const shown = renderDialog(
    <>
      <ConnectionCallout />
      {page}
    </>,
  );
  await screen.findByText('Penicillin');
  expect(notice()).toBeNull();
  vi.setSystemTime(new Date(2026, 4, 2, 11, 5));
  served.fail();
  await act(() => shown.client.refetchQueries(allergies));
  return { ...shown, ...served };
}

test('a list that could not be refetched stays, and is said to be old until it is refetched on request', async () => {
  const { user, recover } = await showOld();
  expect(screen.getByText('Penicillin')).toBeVisible();
  expect(notice()).toHaveTextContent('Some information could not be updated. It was loaded at 10:42 AM.');
  await user.click(tryAgain());
  await waitFor(() => expect(tryAgain()).toBeEnabled());
  expect(notice()).toHaveTextContent('at 10:42 AM');
  recover();
  await user.click(tryAgain());
  await waitFor(() => expect(notice()).toBeNull());
});

test('what is old since another day says which', async () => {
  const { client } = await showOld();
  vi.setSystemTime(new Date(2026, 4, 3, 9, 0));
  await act(() => client.refetchQueries(allergies));
  expect(notice()).toHaveTextContent('It was loaded 5/2/26 10:42 AM.');
});

test('only what is old is loaded again', async () => {
  const Medications = () => <p>{useQuery(queryOf(listMedications, { patientId })).data?.items.length}</p>;
  const { user, calls, recover } = await showOld(
    <>
      <Allergies patientId={patientId} />
      <Medications />
    </>,
  );
  recover();
  const { length } = inputsOf(calls, listMedications);
  await user.click(tryAgain());
  await waitFor(() => expect(notice()).toBeNull());
  expect(inputsOf(calls, listMedications)).toHaveLength(length);
});

test('nothing is said while a failed refetch is tried again by itself', async () => {
  const again = Promise.withResolvers<void>();
  let attempts = 0;
  const Tried = () => {
    const { data } = useQuery({
      queryKey: ['tried'],
      retry: 1,
      retryDelay: 0,
      queryFn: async () => {
        attempts += 1;
        if (attempts === 1) return 'One';
        if (attempts === 3) await again.promise;
        throw new Error('No answer');
      },
    });
    return <p>{data}</p>;
  };
  const { client } = renderDialog(
    <>
      <ConnectionCallout />
      <Tried />
    </>,
  );
  await screen.findByText('One');
  const refetched = client.refetchQueries();
  await vi.waitFor(() => expect(attempts).toBe(3));
  expect(notice()).toBeNull();
  again.resolve();
  await act(() => refetched);
  expect(notice()).not.toBeNull();
});

test('a changed row does not make the others new', async () => {
  const { client } = await showOld();
  act(() => {
    client.setQueriesData(allergies, (old: object) => ({ ...old }));
  });
  expect(notice()).toHaveTextContent('at 10:42 AM');
});

test('nothing is said once the session has ended', async () => {
  const { client, fail, recover } = await showOld();
  recover();
  await act(() => client.refetchQueries(allergies));
  fail(() => failure(401));
  await act(() => client.refetchQueries(allergies));
  expect(notice()).toBeNull();
  expect(screen.getByText('Penicillin')).toBeVisible();
});

test.each([
  ['the user lost access', () => refusal('unauthorized_patient')],
  ['the row is gone', () => failure(404, { code: 'not_found' })],
  ['the user lost the permission', () => failure(403, { code: 'forbidden' })],
])('data whose refetch was refused because %s are not shown any longer', async (_why, refused) => {
  const served = server();
  const { client } = renderDialog(
    <>
      <ConnectionCallout />
      <Allergies patientId={patientId} />
    </>,
  );
  await screen.findByText('Penicillin');
  served.fail(refused);
  await act(() => client.refetchQueries(allergies));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.queryByText('Penicillin')).toBeNull();
  expect(notice()).toBeNull();
});

test('a refusal does not remove the form that is being filled in; what it shows is said to be old', async () => {
  onTestFinished(addUnsaved(unsavedChanges, null));
  const { client, fail } = await showOld();
  fail(() => refusal('no_access'));
  await act(() => client.refetchQueries(allergies));
  expect(screen.getByText('Penicillin')).toBeVisible();
  expect(notice()).not.toBeNull();
});

test('data of a screen that was left say nothing; back on it, they do if they fail again', async () => {
  let read = async () => 'One';
  const List = () => <p>{useQuery({ queryKey: ['list'], queryFn: () => read() }).data}</p>;
  const Screens = () => {
    const [isLeft, setLeft] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setLeft(!isLeft)}>
          Go
        </button>
        {!isLeft && <List />}
      </>
    );
  };
  const { user, client } = renderDialog(
    <>
      <ConnectionCallout />
      <Screens />
    </>,
  );
  const go = async () => await user.click(screen.getByRole('button', { name: 'Go' }));
  await screen.findByText('One');
  read = async () => await Promise.reject(new Error('No answer'));
  await act(() => client.refetchQueries());
  expect(notice()).not.toBeNull();
  await go();
  expect(notice()).toBeNull();
  const answered = Promise.withResolvers<string>();
  read = async () => await answered.promise;
  await go();
  expect(screen.getByText('One')).toBeVisible();
  expect(notice()).toBeNull();
  answered.reject(new Error('No answer'));
  await said();
});

test('further rows that could not be loaded make the others no older; loaded ones make them no newer', async () => {
  let fails = false;
  const page = (nextCursor: string | null) => (fails ? failure(500) : { items: [], nextCursor });
  serve(answer(listSentDeliveries, ({ cursor }) => page(cursor === undefined ? 'next' : null) as never));
  const List = () => {
    const query = useInfiniteQuery(pagesOf(listSentDeliveries, { patientId }));
    return (
      <button type="button" onClick={() => void query.fetchNextPage()}>
        {query.data?.pages.length} pages
      </button>
    );
  };
  const { user, client } = renderDialog(
    <>
      <ConnectionCallout />
      <List />
    </>,
  );
  const more = async (shown: string) => await user.click(await screen.findByRole('button', { name: shown }));
  await screen.findByText('1 pages');
  fails = true;
  await more('1 pages');
  await waitFor(() => expect(client.getQueryCache().getAll()[0]?.state.status).toBe('error'));
  expect(notice()).toBeNull();
  await act(() => client.refetchQueries());
  expect(notice()).not.toBeNull();
  fails = false;
  await more('1 pages');
  await screen.findByText('2 pages');
  expect(notice()).not.toBeNull();
});

test('what fails while a dialog is open is said in the dialog, and once it is closed on the page', async () => {
  const WithDialog = () => {
    const [isOpen, setOpen] = useState(true);
    return (
      <DialogNotice value={(openedAt) => <OutdatedNotice openedAt={openedAt} />}>
        <Allergies patientId={patientId} />
        <Dialog opened={isOpen} onClose={() => setOpen(false)} title="Choices">
          Yes or no
        </Dialog>
      </DialogNotice>
    );
  };
  const { user, fail, client } = await showOld(<WithDialog />);
  const dialog = screen.getByRole('dialog');
  fail();
  await act(() => client.refetchQueries(allergies));
  expect(within(dialog).getByText(/could not be updated/)).toBeVisible();
  expect(screen.getAllByText(/could not be updated/)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Close' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(notice()).toHaveTextContent('at 10:42 AM');
});

test('a lost connection is said alone; what is refetched once it is back is called old only if that fails', async () => {
  let isBack = false;
  vi.stubGlobal('fetch', async () => new Response(null, { status: isBack ? 200 : 503 }));
  onTestFinished(() => void vi.unstubAllGlobals());
  let read = async () => 'One';
  const List = () => <p>{useQuery({ queryKey: ['list'], retry: false, queryFn: () => read() }).data}</p>;
  const user = renderComponent(
    <QueryClientProvider client={queryClient}>
      <ConnectionCallout />
      <List />
    </QueryClientProvider>,
  );
  await screen.findByText('One');
  act(() => emitApiEvent('unreachable'));
  await screen.findByText('Connection interrupted.');
  read = async () => await Promise.reject(new Error('No answer'));
  await act(() => queryClient.refetchQueries());
  expect(notice()).toBeNull();

  const answered = Promise.withResolvers<string>();
  read = async () => await answered.promise;
  isBack = true;
  await user.click(screen.getByRole('button', { name: 'Reconnect' }));
  await waitFor(() => expect(screen.queryByText(/connection/i)).toBeNull());
  expect(notice()).toBeNull();
  answered.reject(new Error('No answer'));
  await said();
});
