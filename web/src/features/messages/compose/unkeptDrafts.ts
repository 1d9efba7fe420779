import { toApiError, type ApiError } from '../../../api/errors.ts';
import { addUnsavedInPortal, type LeaveWords } from '../../../ui/unsaved.ts';
import type { DraftInput } from './draftInput.ts';

// Drafts of answers that the server could not take when their conversation was left: they wait in this tab until it does, or
// until one goes on with them there. Nothing of them goes into the browser's storage.

/** Where an answer is written, and in whose name. */
export interface AnswerPlace {
  conversationKey: string;
  onBehalfOfUserId: number | undefined;
}

export interface UnkeptDraft {
  draft: DraftInput;
  /** When the draft was kept that it goes on from. */
  began: string | undefined;
}

interface Waiting extends UnkeptDraft {
  /** Ends the waiting. */
  end: () => void;
}

const unkeptWords: LeaveWords = {
  title: 'Are you sure you want to sign out?',
  message: 'A draft has not been saved. It will be lost.',
  tone: 'danger',
};

/** After which keeping it is tried again, in milliseconds. */
export const retryPause = 5000;

const waiting = new Map<string, Waiting>();

const nameOf = ({ conversationKey, onBehalfOfUserId }: AnswerPlace) => `${onBehalfOfUserId ?? ''} ${conversationKey}`;

/**
 * Has a draft wait in its place; `keep` is tried until the server has it. What is too long to be kept, or what another
 * window's draft is in the way of, is there when one comes back.
 * @param keep answers whether it was kept
 */
export function leaveUnkept(place: AnswerPlace, unkept: UnkeptDraft, keep: () => Promise<boolean>): void {
  const name = nameOf(place);
  waiting.get(name)?.end();
  let timer: ReturnType<typeof setTimeout>;
  const end = () => {
    clearTimeout(timer);
    settle();
    if (waiting.get(name) === entry) waiting.delete(name);
  };
  const settle = addUnsavedInPortal(unkeptWords, end);
  const entry: Waiting = { ...unkept, end };
  const tryAgain = async () => {
    const outcome = await keep().catch(toApiError);
    if (waiting.get(name) !== entry) return;
    if (outcome === true || isClosed(outcome)) end();
    else if (isWorthAnother(outcome)) tryLater();
  };
  const tryLater = () => (timer = setTimeout(() => void tryAgain(), retryPause));
  waiting.set(name, entry);
  tryLater();
}

/** What waits for a place. */
export function findUnkept(place: AnswerPlace): UnkeptDraft | undefined {
  return waiting.get(nameOf(place));
}

/** One goes on with it where it was written, and keeps it from there. */
export function endUnkept(place: AnswerPlace): void {
  waiting.get(nameOf(place))?.end();
}

/** The conversation is none to who wrote it any more. */
function isClosed(outcome: ApiError | false): boolean {
  return outcome !== false && ['no_access', 'forbidden', 'not_found'].includes(outcome.code);
}

function isWorthAnother(outcome: ApiError | false): boolean {
  return outcome !== false && outcome.code !== 'invalid_input';
}
