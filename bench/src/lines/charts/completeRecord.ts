import { setTimeout as sleep } from 'node:timers/promises';

import { documentSelection } from '@careloop/contracts/charts/selection';
import { createReferral } from '@careloop/contracts/referrals';
import {
  getReferralRecord,
  requestReferralRecord,
  type ReferralRecordState,
} from '@careloop/contracts/referrals/record';
import { Random } from '@careloop/demo/random';

import type { World } from '../../world/world.ts';
import { receiverFor } from '../createReferral.ts';
import { bookOf } from './book.ts';
import { Reader, type DocumentResult } from './documents.ts';

export const recordLine = {
  title: 'complete record of a referral with 50 documents, made by its job',
  goal: '≤ 3 s',
} as const;

const usualCount = 50;
const pagesOfEach = 2;

/** Time from requesting the record until it can be opened: for the first one, and for one made by warm processes. */
export async function measureRecord(world: World, documentCount = usualCount): Promise<DocumentResult> {
  const reader = await Reader.of(world);
  const patientCharts = [];
  for (let number = 0; number < documentCount; number += 1) {
    // No two documents have the same bytes.
    const { patientDocumentId } = await reader.upload(`document-${number}.pdf`, bookOf(pagesOfEach, 1_000 + number));
    patientCharts.push(documentSelection(patientDocumentId));
  }
  const receiverId = receiverFor(world.scale, reader.userId, new Random('complete record'));
  const { referralId } = await reader.call<{ referralId: number }>(createReferral.path, {
    patientId: reader.patientId,
    healthcareProviderId: receiverId,
    healthcareProviderAddressId: receiverId,
    referredByHealthcareProviderId: reader.userId,
    referralReason: 'Evaluation of chest pain on exertion that began in spring',
    urgencyDays: 30,
    cellPhone: null,
    patientCharts,
  });
  const [first, second] = [await make(reader, referralId), await make(reader, referralId)];
  const seconds = (milliseconds: number) => `${(milliseconds / 1_000).toFixed(1)} s`;
  const pages = second.pageCount ?? 0;
  // Each document has a cover page, and the history comes first.
  const isWhole = pages > documentCount * (pagesOfEach + 1);
  return {
    ...recordLine,
    measured: `${seconds(first.took)}, then ${seconds(second.took)}; ${pages} pages`,
    problems: isWhole ? [] : [`${recordLine.title}: only ${pages} pages`],
  };
}

async function make(reader: Reader, referralId: number): Promise<ReferralRecordState & { took: number }> {
  const startedAt = performance.now();
  let record = await reader.call<ReferralRecordState>(requestReferralRecord.path, { referralId });
  while (record.status === 'queued' || record.status === 'running') {
    await sleep(50);
    const path = `${getReferralRecord.path}?referralRecordId=${record.referralRecordId}`;
    record = await reader.call<ReferralRecordState>(path);
  }
  if (record.status !== 'ready') throw new Error(`The record is ${record.status}`);
  return { ...record, took: performance.now() - startedAt };
}
