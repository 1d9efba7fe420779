import type { Referral } from '@careloop/contracts/referrals';
import {
  getReferralRecord,
  openReferralRecord,
  recordTexts,
  requestReferralRecord,
  type ReferralRecordState,
} from '@careloop/contracts/referrals/record';
import { cleanup, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { catchDownloads } from '../../../../../test/downloads.ts';
import { renderDialog } from '../../../../../test/page.tsx';
import { answer, inputsOf, refusal, serve } from '../../../../../test/server.ts';
import { ownTimeZone } from '../../../../ui/dates.ts';
import { ReferralDocuments } from './ReferralDocuments.tsx';
import { fullPdfFailed } from './useFullPdf.ts';

/** Each test has a referral of its own: what is downloaded is kept outside of the components. */
const referralOf = (referralId: number) => ({ referralId, patientCharts: [], patient: {} }) as unknown as Referral;

const queued: ReferralRecordState = {
  referralRecordId: 7,
  status: 'queued',
  documentCount: 3,
  documentsDone: 0,
  pageCount: null,
};

/** A server that answers what becomes of the PDF, one state after the other. */
function serveStates(...states: Partial<ReferralRecordState>[]) {
  const left = [...states];
  return serve(
    answer(requestReferralRecord, queued),
    answer(getReferralRecord, () => ({ ...queued, ...left.shift() })),
    answer(
      openReferralRecord,
      () => new Response('%PDF-', { headers: { 'content-type': 'application/pdf' } }) as never,
    ),
  );
}

const button = () => screen.findByRole('button', { name: 'Download full PDF' });

test('one click prepares the full PDF, shows how far it is, and downloads it', async () => {
  const calls = serveStates(
    { status: 'running', documentsDone: 2 },
    { status: 'ready', documentsDone: 3, pageCount: 9 },
  );
  const downloads = catchDownloads();
  const { user } = renderDialog(<ReferralDocuments referral={referralOf(1)} onPrint={() => undefined} />);
  await user.click(await button());
  expect(await screen.findByRole('button', { name: 'Preparing: 2 of 3 documents' })).toBeVisible();
  await vi.waitFor(() => expect(downloads).toHaveLength(1), { timeout: 3_000 });
  expect(inputsOf(calls, requestReferralRecord)).toEqual([{ referralId: 1, timeZone: ownTimeZone }]);
  expect(await button()).toBeEnabled();
});

test('a PDF that could not be made can be asked for again', async () => {
  const calls = serveStates({ status: 'failed' }, { status: 'ready' });
  const downloads = catchDownloads();
  const { user } = renderDialog(<ReferralDocuments referral={referralOf(2)} onPrint={() => undefined} />);
  await user.click(await button());
  expect(await screen.findByRole('alert', {}, { timeout: 3_000 })).toHaveTextContent(fullPdfFailed);
  expect(downloads).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await vi.waitFor(() => expect(downloads).toHaveLength(1), { timeout: 3_000 });
  expect(inputsOf(calls, requestReferralRecord)).toHaveLength(2);
});

test('with too many in the making it says so', async () => {
  const validationErrors = { '': recordTexts.tooMany };
  serve(
    answer(requestReferralRecord, () => refusal('refused', { errorMessage: recordTexts.tooMany, validationErrors })),
  );
  const { user } = renderDialog(<ReferralDocuments referral={referralOf(4)} onPrint={() => undefined} />);
  await user.click(await button());
  expect(await screen.findByRole('alert')).toHaveTextContent(recordTexts.tooMany);
});

test('the download comes after the user has left the referral, whose page shows that it is being prepared', async () => {
  serveStates({ status: 'running', documentsDone: 1 }, { status: 'running', documentsDone: 2 }, { status: 'ready' });
  const downloads = catchDownloads();
  const { user } = renderDialog(<ReferralDocuments referral={referralOf(3)} onPrint={() => undefined} />);
  await user.click(await button());
  cleanup();
  renderDialog(<ReferralDocuments referral={referralOf(3)} onPrint={() => undefined} />);
  expect(await screen.findByRole('button', { name: /^Preparing: \d of 3 documents$/ })).toBeVisible();
  await vi.waitFor(() => expect(downloads).toHaveLength(1), { timeout: 3_000 });
});
