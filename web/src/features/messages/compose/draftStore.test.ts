import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetUnsaved, hasUnsavedChanges } from '../../../ui/unsaved.ts';
import { retryDelay } from '../../../api/draftSaver.ts';
import { findDraft, saveDelay } from './draftStore.ts';

const place = { conversationKey: 'one', onBehalfOfUserId: undefined };
const draft = findDraft(place);
interface Save {
  message: string;
  version: string;
  seen: string[];
}
let saves: Save[];
/** Responses of the server, in order; when none is left, it reports the draft as saved. */
let answers: (Response | Error)[];

const refusal = (code: string) => Response.json({ wasSuccessful: false, code, validationErrors: {} });
const conflictWith = (message: string) =>
  Response.json({ wasSuccessful: true, current: { message, version: 'other' } });

beforeEach(() => {
  vi.useFakeTimers();
  saves = [];
  answers = [];
  vi.stubGlobal('fetch', async (_url: string, { body }: { body?: string }) => {
    if (body !== undefined) saves.push(JSON.parse(body) as Save);
    const answer = answers.shift() ?? Response.json({ wasSuccessful: true, current: null });
    if (answer instanceof Error) throw answer;
    return answer;
  });
});

afterEach(() => {
  draft.replace(null);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const read = () => ({ content: draft.content.get(), ...draft.state.get() });
const messages = () => saves.map(({ message }) => message);

const savedAs = (message: string, version = '') => ({
  message,
  version,
  priority: 1 as const,
  recipients: [],
  patientId: null,
  patientCharts: [],
});

test('a draft is saved within a second, and at once when its form is closed', async () => {
  draft.change({ message: 'It w' });
  draft.change({ message: 'It was' });
  await vi.advanceTimersByTimeAsync(saveDelay);
  expect(messages()).toEqual(['It was']);
  draft.change({ message: 'It was 5.1.' });
  void draft.save();
  expect(draft.isSaved).toBe(false);
  await vi.advanceTimersByTimeAsync(0);
  expect(messages()).toEqual(['It was', 'It was 5.1.']);
  expect(saves[1]?.seen).toEqual([saves[0]?.version]);
  expect([draft.isSaved, hasUnsavedChanges()]).toEqual([true, false]);
});

test("shows the other window's draft after keeping this one failed", async () => {
  answers = [conflictWith('Theirs'), refusal('unavailable')];
  draft.change({ message: 'Mine' });
  void draft.save();
  await vi.advanceTimersByTimeAsync(0);
  draft.keepMine();
  await vi.advanceTimersByTimeAsync(0);
  answers = [Response.json({ wasSuccessful: true, draft: savedAs('Theirs, longer', 'newest') })];
  await draft.reload();
  expect(read()).toMatchObject({ content: { message: 'Theirs, longer' }, conflict: null });
});

test('a failed save is retried until it succeeds, and the draft counts as unsaved meanwhile', async () => {
  answers = [new TypeError('lost'), refusal('unauthenticated'), refusal('unavailable')];
  draft.change({ message: 'It was 5.1.' });
  void draft.save();
  await vi.advanceTimersByTimeAsync(retryDelay * 2);
  expect(read()).toMatchObject({ content: { message: 'It was 5.1.' }, hasFailed: true });
  expect(findDraft({ ...place, onBehalfOfUserId: 7 }).content.get().message).toBe('');
  expect(hasUnsavedChanges()).toBe(true);
  await vi.advanceTimersByTimeAsync(retryDelay);
  expect(saves).toHaveLength(4);
  expect([draft.isSaved, hasUnsavedChanges()]).toEqual([true, false]);
});

test('a draft is saved once a second while somebody types without a pause', async () => {
  for (let key = 1; key <= 40; key += 1) {
    draft.change({ message: 'x'.repeat(key) });
    await vi.advanceTimersByTimeAsync(100);
  }
  expect(saves.map(({ message }) => message?.length)).toEqual([10, 20, 30, 40]);
});

test('text typed after a lost response overwrites the save that may have arrived', async () => {
  answers = [new TypeError('lost')];
  draft.change({ message: 'It was' });
  await vi.advanceTimersByTimeAsync(saveDelay);
  draft.change({ message: 'It was 5.1.' });
  await vi.advanceTimersByTimeAsync(saveDelay);
  expect(saves[1]).toMatchObject({ message: 'It was 5.1.', seen: [saves[0]?.version] });
});

test('a draft that is too long is not retried until it changes', async () => {
  answers = [refusal('invalid_input')];
  draft.change({ message: 'Long' });
  await vi.advanceTimersByTimeAsync(saveDelay + retryDelay * 3);
  expect([saves.length, read().hasFailed, hasUnsavedChanges()]).toEqual([1, true, true]);
  draft.change({ message: 'Short' });
  await vi.advanceTimersByTimeAsync(saveDelay);
  expect([read().hasFailed, hasUnsavedChanges()]).toEqual([false, false]);
});

test("another window's draft is shown, and replaced only on request", async () => {
  answers = [conflictWith('Theirs')];
  draft.change({ message: 'Mine' });
  void draft.save();
  await vi.advanceTimersByTimeAsync(retryDelay * 3);
  expect([saves.length, hasUnsavedChanges()]).toEqual([1, true]);
  expect(read()).toMatchObject({ content: { message: 'Mine' }, conflict: { message: 'Theirs' } });
  draft.keepMine();
  await vi.advanceTimersByTimeAsync(0);
  expect(saves[1]).toMatchObject({ message: 'Mine', seen: [saves[0]?.version, 'other'] });
  expect([draft.isSaved, hasUnsavedChanges()]).toEqual([true, false]);
});

test('a draft in a conversation the user lost access to is not retried', async () => {
  answers = [refusal('no_access')];
  draft.change({ message: 'It was 5.1.' });
  void draft.save();
  await vi.advanceTimersByTimeAsync(retryDelay * 3);
  expect(saves).toHaveLength(1);
  expect([draft.isSaved, hasUnsavedChanges()]).toEqual([true, false]);
});

test('leaving the page repeats the save in flight, and its late response is not a conflict', async () => {
  const first = Promise.withResolvers<Response>();
  vi.stubGlobal('fetch', async (_url: string, { body, keepalive }: { body: string; keepalive: boolean }) => {
    saves.push(JSON.parse(body) as Save);
    return keepalive ? Response.json({ wasSuccessful: true, current: null }) : await first.promise;
  });
  draft.change({ message: 'It was' });
  await vi.advanceTimersByTimeAsync(saveDelay);
  draft.change({ message: 'It was 5.1.' });
  void draft.save(true);
  await vi.advanceTimersByTimeAsync(0);
  expect(messages()).toEqual(['It was', 'It was 5.1.']);
  const current = { message: 'It was 5.1.', version: saves[1]?.version };
  first.resolve(Response.json({ wasSuccessful: true, current }));
  await vi.advanceTimersByTimeAsync(retryDelay);
  expect(read()).toMatchObject({ hasFailed: false, conflict: null });
  expect(saves).toHaveLength(2);
});

test("a reopened form keeps what this window saved, and loads another window's draft", async () => {
  draft.start(savedAs('It', 'loaded'));
  draft.change({ message: 'It was' });
  draft.start(savedAs('Theirs', 'other'));
  expect(read().content.message).toBe('It was');
  await vi.advanceTimersByTimeAsync(saveDelay);
  const [save] = saves;
  draft.start(savedAs('It was', save?.version));
  expect(read().content.message).toBe('It was');
  draft.start(savedAs('Theirs', 'other'));
  expect(read().content.message).toBe('Theirs');
  draft.change({ message: 'Theirs and mine' });
  await vi.advanceTimersByTimeAsync(saveDelay);
  expect(saves[1]?.seen).toEqual(['other']);
});

test('after sign-out nothing is saved for the next user, and a saved draft is loaded again', async () => {
  draft.start(savedAs('It was', 'loaded'));
  answers = [refusal('unauthenticated')];
  draft.change({ message: 'It was 5.1.' });
  void draft.save();
  await vi.advanceTimersByTimeAsync(0);
  forgetUnsaved();
  await vi.advanceTimersByTimeAsync(retryDelay * 3);
  expect([saves.length, read().content.message, hasUnsavedChanges()]).toEqual([1, '', false]);
  draft.start(savedAs('It was', 'loaded'));
  expect(read().content.message).toBe('It was');
});

test("an empty draft leaves another window's draft without a question", async () => {
  answers = [conflictWith('Theirs')];
  draft.discard();
  await vi.advanceTimersByTimeAsync(retryDelay);
  expect([draft.isSaved, saves.length, read().conflict]).toEqual([true, 1, null]);
});
