import {
  getReferralRecord,
  openReferralRecord,
  requestReferralRecord,
  type ReferralRecordState,
} from '@careloop/contracts/referrals/record';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { downloadFile } from '../../../../api/download.ts';
import { toApiError } from '../../../../api/errors.ts';
import { expectedUser } from '../../../../api/expectedUser.ts';
import { queryOf, useCall } from '../../../../api/query.ts';
import { createStore, useStore } from '../../../../lib/store.ts';
import { ownTimeZone } from '../../../../ui/dates.ts';
import { toast } from '../../../../ui/toasts.tsx';

/** Most PDFs are ready within seconds. After 30 seconds the queue is probably long, so the status is asked for rarely. */
const askAgainMs = (answers: number) => (answers < 60 ? 500 : 5_000);
const isMaking = ({ status }: ReferralRecordState) => status === 'queued' || status === 'running';

export const fullPdfFailed = 'The PDF could not be downloaded.';

/** What is being made, `null` before the server has answered, or why it failed. */
type Download = Pick<ReferralRecordState, 'documentsDone' | 'documentCount'> | null | { failure: string };

/** By referral, outside of the components: the user may leave the page meanwhile, and come back to it. */
const downloads = createStore<ReadonlyMap<number, Download>>(new Map());
/** The referrals on screen, where a failure is shown in its place. */
const onScreen = new Set<number>();

function note(referralId: number, download: Download | undefined): void {
  const next = new Map(downloads.get());
  if (download === undefined) next.delete(referralId);
  else next.set(referralId, download);
  downloads.set(next);
}

interface FullPdf {
  /** Undefined while none is downloaded. */
  download: Download | undefined;
  start: () => void;
}

/** Makes the full PDF of a referral and downloads it as soon as it is ready, also on another page. */
export function useFullPdf(referralId: number): FullPdf {
  const client = useQueryClient();
  const request = useCall(requestReferralRecord, { onError: 'none' });
  const download = useStore(downloads, (all) => all.get(referralId));
  useEffect(() => {
    onScreen.add(referralId);
    return () => void onScreen.delete(referralId);
  }, [referralId]);

  async function make(): Promise<void> {
    const user = expectedUser();
    note(referralId, null);
    try {
      let record = await request.mutateAsync({ referralId, timeZone: ownTimeZone });
      for (let answers = 0; isMaking(record); answers += 1) {
        note(referralId, record);
        await new Promise((resolve) => setTimeout(resolve, askAgainMs(answers)));
        // Somebody else has signed in meanwhile.
        if (expectedUser() !== user) return note(referralId, undefined);
        const asked = queryOf(getReferralRecord, { referralRecordId: record.referralRecordId });
        record = await client.fetchQuery({ ...asked, staleTime: 0 });
      }
      if (record.status !== 'ready') return fail();
      await downloadFile(openReferralRecord, { referralRecordId: record.referralRecordId });
      note(referralId, undefined);
    } catch (error) {
      fail(error);
    }
  }

  function fail(error?: unknown): void {
    const failure = error === undefined ? null : toApiError(error);
    note(referralId, { failure: failure?.code === 'refused' ? failure.message : fullPdfFailed });
    if (onScreen.has(referralId)) return;
    if (failure === null) toast.error(fullPdfFailed);
    else if (!failure.isSilent) toast.failureAs(fullPdfFailed, failure);
  }

  return { download, start: () => void make() };
}
