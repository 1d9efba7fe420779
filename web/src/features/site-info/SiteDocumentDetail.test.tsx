import { siteDocumentType } from '@careloop/contracts/codes';
import { listSiteDocuments, siteTexts } from '@careloop/contracts/site-info';
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { screen, within } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { fill, renderComponent } from '../../../test/components.tsx';
import { signIn } from '../../../test/signedIn.tsx';
import { queryOf } from '../../api/query.ts';
import { SiteDocumentDetail } from './SiteDocumentDetail.tsx';

beforeEach(() => signIn({ permissions: ['ManageSite', 'ManageInstallation'] }));

const { release_note: releaseNote, privacy_policy: privacyPolicy } = siteDocumentType.table;

/** A document that a colleague changes while it is edited. Collects the inputs of saving. */
function serve() {
  const stored = {
    siteDocumentId: 1,
    documentType: releaseNote as number,
    version: '6.0.1',
    releaseDate: '2026-01-01',
    rowVersion: 1,
  };
  const saved: { version: string; rowVersion: number; documentType: number }[] = [];
  const refuse = (code: string, more = {}) =>
    Response.json({ wasSuccessful: false, code, validationErrors: {}, ...more }, { status: 200 });
  const read = (type: number) =>
    type === stored.documentType
      ? Response.json({
          wasSuccessful: true,
          ...stored,
          documentText: 'Text',
          nextDocument: null,
          previousDocument: null,
        })
      : refuse('not_found', { errorMessage: siteTexts.documentMissing });
  vi.stubGlobal('fetch', async (path: string, { body }: { body?: string }) => {
    const { pathname, searchParams } = new URL(path, 'http://localhost');
    if (pathname.endsWith('/list')) return Response.json({ wasSuccessful: true, items: [stored] });
    if (!pathname.endsWith('/save')) return read(Number(searchParams.get('documentType')));
    const input = JSON.parse(body ?? '{}') as (typeof saved)[number];
    saved.push(input);
    if (input.rowVersion !== stored.rowVersion) {
      return refuse('stale_version', {
        current: { version: stored.rowVersion, changedByUserId: 2, changedBy: 'Ada Ames' },
      });
    }
    return new Promise<Response>(() => undefined);
  });
  return { stored, saved };
}

function Listed(): ReactNode {
  const [document] = useQuery(queryOf(listSiteDocuments, {})).data?.items ?? [];
  return document && <SiteDocumentDetail summary={document} />;
}

afterEach(() => vi.unstubAllGlobals());

test('a document that cannot be read for editing shows the error', async () => {
  const { stored } = serve();
  const user = renderComponent(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Listed />
    </QueryClientProvider>,
  );
  const edit = await screen.findByRole('button', { name: 'Edit' });
  Object.assign(stored, { documentType: privacyPolicy });
  await user.click(edit);
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit Document' }));
  expect(await dialog.findByText(siteTexts.documentMissing)).toBeVisible();
});

test('a document whose type a colleague changed meanwhile is saved after a second look, with all input', async () => {
  const { stored, saved } = serve();
  const user = renderComponent(
    <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
      <Listed />
    </QueryClientProvider>,
  );
  await user.click(await screen.findByRole('button', { name: 'Edit' }));
  // A dialog with the progress comes first.
  await screen.findByRole('textbox', { name: /^Version/ });
  const dialog = within(screen.getByRole('dialog', { name: 'Edit Document' }));
  fill(dialog.getByRole('textbox', { name: /^Version/ }), '6.0.2');
  Object.assign(stored, { documentType: privacyPolicy, rowVersion: 2 });
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const notice = await dialog.findByRole('alert');
  expect(notice).toHaveTextContent('Ada Ames saved changes while you were editing');
  expect(notice).toHaveTextContent('Changed: Type.');
  expect(dialog.getByRole('textbox', { name: /^Version/ })).toHaveValue('6.0.2');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await vi.waitFor(() =>
    expect(saved.at(-1)).toMatchObject({ version: '6.0.2', rowVersion: 2, documentType: privacyPolicy }),
  );
});
