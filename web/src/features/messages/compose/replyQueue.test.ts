import { saveMessageDraft } from '@careloop/contracts/messages/drafts';
import { sendQuickReply } from '@careloop/contracts/messages/sending';
import { idempotencyKeyHeader } from '@careloop/contracts/session';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { queryClient } from '../../../api/queryClient.ts';
import { forgetUnsaved, hasUnsavedChanges } from '../../../ui/unsaved.ts';
import { findDraft } from './draftStore.ts';
import { discardReply, editReply, retryReply, sendReply } from './replyQueue.ts';

const place = { conversationKey: 'one', onBehalfOfUserId: undefined };
const draft = findDraft(place);

interface Call {
  path: string;
  key: string | undefined;
  body: { message: string; version?: string; draftVersions?: string[]; seen?: string[] };
}
let calls: Call[];
/** Responses to the next replies. */
let answers: (() => Promise<Response>)[];

const sent = async () => Response.json({ wasSuccessful: true, conversationKey: 'one', sequence: 7 });
const lost = () => Promise.reject(new TypeError('lost'));
const broken = async () => new Response('', { status: 500 });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('document', new EventTarget());
  [calls, answers] = [[], []];
  vi.stubGlobal('fetch', async (url: string, init: { body: string; headers: Record<string, string> }) => {
    const path = url.slice(url.indexOf('/provider'));
    calls.push({ path, key: init.headers[idempotencyKeyHeader], body: JSON.parse(init.body) });
    if (path === saveMessageDraft.path) return Response.json({ wasSuccessful: true, current: null });
    return await (answers.shift() ?? sent)();
  });
});

afterEach(() => {
  forgetUnsaved();
  draft.start(null);
  draft.take();
  queryClient.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const send = (message: string) => {
  draft.change({ message });
  return sendReply(place);
};
const callsTo = ({ path }: { path: string }) => calls.filter((one) => one.path === path);
const waiting = () =>
  queryClient
    .getMutationCache()
    .getAll()
    .map(({ state }) => (state.variables as { key: string }).key);

test('replies of a conversation are sent one after the other and leave the queue once sent', async () => {
  const first = Promise.withResolvers<Response>();
  answers = [() => first.promise];
  const both = [send('One'), send('Two')];
  await vi.advanceTimersByTimeAsync(0);
  expect(callsTo(sendQuickReply).map(({ body }) => body.message)).toEqual(['One']);
  expect([draft.content.get().message, hasUnsavedChanges()]).toEqual(['', true]);
  first.resolve(await sent());
  expect(await Promise.all(both)).toEqual([true, true]);
  expect(callsTo(sendQuickReply).map(({ body }) => body.message)).toEqual(['One', 'Two']);
  expect([waiting(), hasUnsavedChanges()]).toEqual([[], false]);
});

test('the saved text of a failed reply stays when another one is sent', async () => {
  answers = [broken, broken];
  expect([await send('One'), await send('Two')]).toEqual([false, false]);
  await vi.advanceTimersByTimeAsync(0);
  expect(callsTo(saveMessageDraft).map(({ body }) => body.message)).toEqual(['One', 'Two']);
  const [one = ''] = waiting();
  expect(await retryReply(one)).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(callsTo(saveMessageDraft).at(-1)?.body.message).toBe('Two');
});

test('a reply whose response was lost is retried with its key', async () => {
  answers = [lost];
  const isSent = send('One');
  await vi.advanceTimersByTimeAsync(1000);
  expect(await isSent).toBe(true);
  const keys = callsTo(sendQuickReply).map(({ key }) => key);
  expect(keys).toHaveLength(2);
  expect(new Set(keys).size).toBe(1);
});

test('a reply waits for a save of its draft in flight, and names its version', async () => {
  const save = Promise.withResolvers<Response>();
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const answer = await fetch(url, init);
    return url.includes(saveMessageDraft.path) ? await save.promise : answer;
  });
  draft.change({ message: 'One' });
  void draft.save();
  await vi.advanceTimersByTimeAsync(0);
  const isSent = sendReply(place);
  await vi.advanceTimersByTimeAsync(0);
  expect(callsTo(sendQuickReply)).toEqual([]);
  save.resolve(Response.json({ wasSuccessful: true, current: null }));
  expect(await isSent).toBe(true);
  expect(callsTo(sendQuickReply)[0]?.body.draftVersions).toContain(callsTo(saveMessageDraft)[0]?.body.version);
});

test('a failed reply stays, is saved as a draft, and keeps its key when retried', async () => {
  answers = [broken];
  expect(await send('One')).toBe(false);
  await vi.advanceTimersByTimeAsync(0);
  const [key] = waiting() as [string];
  expect(callsTo(saveMessageDraft)).toMatchObject([{ body: { message: 'One', version: key } }]);
  expect([draft.content.get().message, hasUnsavedChanges()]).toEqual(['', true]);
  // Reopening the conversation must not show its text in the field, too.
  draft.start({ message: 'One', priority: 1, recipients: [], patientId: null, patientCharts: [], version: key });
  expect(draft.content.get().message).toBe('');
  expect(await retryReply(key)).toBe(true);
  const tries = callsTo(sendQuickReply);
  expect(tries).toHaveLength(2);
  expect(tries[1]).toEqual(tries[0]);
  await vi.advanceTimersByTimeAsync(0);
  // The first attempt may have succeeded: then its draft is still there.
  expect(callsTo(saveMessageDraft).at(-1)?.body).toMatchObject({
    message: '',
    seen: expect.arrayContaining([key]),
  });
  expect([waiting(), hasUnsavedChanges()]).toEqual([[], false]);
});

test('a failed reply does not replace text typed since', async () => {
  const answer = Promise.withResolvers<Response>();
  answers = [() => answer.promise];
  const isSent = send('One');
  draft.change({ message: 'Next' });
  answer.resolve(await broken());
  expect(await isSent).toBe(false);
  await vi.advanceTimersByTimeAsync(1000);
  expect(callsTo(saveMessageDraft).map(({ body }) => body.message)).toEqual(['Next']);
  discardReply(waiting()[0] as string);
  await vi.advanceTimersByTimeAsync(1000);
  expect(callsTo(saveMessageDraft)).toHaveLength(1);
  expect([waiting(), draft.content.get().message]).toEqual([[], 'Next']);
});

test('a reply that fails after sign-out is neither retried nor saved for the next user', async () => {
  const answer = Promise.withResolvers<Response>();
  answers = [() => answer.promise];
  const isSent = send('One');
  await vi.advanceTimersByTimeAsync(0);
  forgetUnsaved();
  answer.reject(new TypeError('lost'));
  expect(await isSent).toBe(false);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([callsTo(sendQuickReply).length, callsTo(saveMessageDraft).length]).toEqual([1, 0]);
});

test('a discarded reply leaves no draft', async () => {
  answers = [broken];
  await send('One');
  discardReply(waiting()[0] as string);
  await vi.advanceTimersByTimeAsync(0);
  expect(callsTo(saveMessageDraft).at(-1)?.body.message).toBe('');
  expect([waiting(), hasUnsavedChanges()]).toEqual([[], false]);
});

test('an edited reply keeps its key only if it is sent unchanged', async () => {
  for (const [text, isSame] of [
    ['One', true],
    ['One!', false],
  ] as const) {
    calls = [];
    answers = [broken];
    await send('One');
    editReply(waiting()[0] as string);
    expect([draft.content.get().message, waiting()]).toEqual(['One', []]);
    expect(await (text === 'One' ? sendReply(place) : send(text))).toBe(true);
    const [first, second] = callsTo(sendQuickReply);
    expect(second?.body.message).toBe(text);
    expect(second?.key === first?.key).toBe(isSame);
  }
});

test('a reply is sent trimmed, so leaving its field when it is edited does not change it', async () => {
  answers = [broken];
  await send('One\n');
  editReply(waiting()[0] as string);
  expect(draft.content.get().message).toBe('One');
  expect(await sendReply(place)).toBe(true);
  const [first, second] = callsTo(sendQuickReply);
  expect([first?.body.message, second?.key]).toEqual(['One', first?.key]);
});

test('an edited reply is appended to text typed since', async () => {
  answers = [broken];
  await send('One');
  const chart = { associationType: 3, patientDocumentId: 5 } as const;
  draft.change({ message: 'Next', priority: 4, patientCharts: [chart, chart] });
  editReply(waiting()[0] as string);
  expect(draft.content.get()).toEqual({ message: 'Next\nOne', priority: 4, patientCharts: [chart] });
});

test('an edited reply that is sent unchanged leaves no draft, also if the first attempt had succeeded', async () => {
  answers = [broken];
  await send('One');
  const [key = ''] = waiting();
  editReply(key);
  await vi.advanceTimersByTimeAsync(1000);
  expect(callsTo(saveMessageDraft).at(-1)?.body).toMatchObject({ message: 'One', version: key });
  expect(await sendReply(place)).toBe(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(callsTo(saveMessageDraft).at(-1)?.body).toMatchObject({ message: '', seen: expect.arrayContaining([key]) });
});
