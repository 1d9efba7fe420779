import { patientName } from '@careloop/contracts/patients/identity';
import { getUserConversationMessages, type Message } from '@careloop/contracts/messages';
import type { Conversation } from '@careloop/contracts/messages/conversations';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { call } from '../../../api/call.ts';
import { toApiError } from '../../../api/errors.ts';
import { lazyPart } from '../../../lib/lazyPart.tsx';
import { adoptStyles, pageMargins } from '../../../ui/printPage.ts';
import { toast } from '../../../ui/toasts.tsx';
import { patientFacts } from '../../patients/shared/patientFacts.ts';
import type { PrintedPartProps } from './PrintedPart.tsx';
import { maxPrinted, type PrintRange } from './printParts.ts';

const PrintDialog = lazyPart(async () => (await import('./PrintDialog.tsx')).PrintDialog);

/** Messages fetched per call. */
const pageSize = 100;

const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));

/** Adds patient and page numbers to every page, also when printing from the browser's menu. */
function usePageMargins(header: string): void {
  useEffect(() => adoptStyles(pageMargins({ margin: '20mm 15mm', topLeft: header })), [header]);
}

async function readMessages(
  conversationKey: string,
  { from, through }: PrintRange,
  signal: AbortSignal,
): Promise<Message[]> {
  const messages: Message[] = [];
  for (let after = from - 1; after < through;) {
    const input = { conversationKey, after, pageSize: Math.min(pageSize, through - after) };
    const { items } = await call(getUserConversationMessages, input, { signal });
    const last = items.at(-1);
    if (last === undefined) break;
    messages.push(...items);
    after = last.sequence;
  }
  return messages;
}

interface Printing {
  start: () => void;
  isPreparing: boolean;
  /** The part being printed, if any. */
  part: PrintedPartProps | undefined;
  dialog: ReactNode;
}

/**
 * Prints a conversation, or one part of a long one. The messages are fetched for printing and rendered separately: neither
 * the reading position nor the read state changes.
 */
export function usePrinting({ conversationKey, patient, ...conversation }: Conversation, newest = 0): Printing {
  const count = Math.max(newest, conversation.lastSequence);
  const [isPreparing, setPreparing] = useState(false);
  const [isChoosing, setChoosing] = useState(false);
  const [part, setPart] = useState<PrintedPartProps>();
  /** Aborted once the dialog is closed or the conversation left: the browser would print whatever is shown then. */
  const preparing = useRef<AbortController>(undefined);
  useEffect(() => () => preparing.current?.abort(), []);
  usePageMargins(patient === null ? 'Secure conversation' : `${patientName(patient)} · ${patientFacts(patient)}`);
  useEffect(() => {
    const putAway = () => setPart(undefined);
    window.addEventListener('afterprint', putAway);
    return () => window.removeEventListener('afterprint', putAway);
  }, []);

  const print = async (range: PrintRange) => {
    const controller = new AbortController();
    preparing.current = controller;
    const { signal } = controller;
    setPreparing(true);
    try {
      setPart({ range, messages: await readMessages(conversationKey, range, signal), printedAt: new Date() });
      setChoosing(false);
      // The messages must be rendered before the page is printed.
      await nextFrame();
      await nextFrame();
      if (!signal.aborted) window.print();
    } catch (error) {
      if (!signal.aborted) toast.failure(toApiError(error), 'The conversation cannot be printed.');
    } finally {
      setPreparing(false);
    }
  };
  return {
    start: () => {
      if (isPreparing) return;
      if (count > maxPrinted) setChoosing(true);
      else void print({ from: 1, through: count, of: count });
    },
    isPreparing,
    part,
    dialog: isChoosing && (
      <PrintDialog
        conversationKey={conversationKey}
        count={count}
        isPreparing={isPreparing}
        onPrint={(range) => void print(range)}
        onClose={() => {
          preparing.current?.abort();
          setChoosing(false);
        }}
      />
    ),
  };
}
