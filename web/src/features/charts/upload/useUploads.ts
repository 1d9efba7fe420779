import { fileProblem, uploadDocuments, uploadTexts } from '@careloop/contracts/charts/upload';
import type { CallOf } from '@careloop/contracts/endpoint';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { toApiError, type ApiError } from '../../../api/errors.ts';
import { createIdempotencyKeys } from '../../../api/idempotency.ts';
import { invalidateAfter } from '../../../api/query.ts';
import { uploadFile } from '../../../api/upload.ts';
import { useSendingWhile } from '../../../ui/sending.ts';

/** Form values that apply to every file. */
export type UploadInput = CallOf<typeof uploadDocuments>;

/**
 * - `refused`: not accepted by the browser part
 * - `ended`: the session ended before it was uploaded
 * - `there`: the chart already contains the same file
 * - `other`: it names another person as its patient
 */
export type UploadState = 'waiting' | 'uploading' | 'done' | 'failed' | 'ended' | 'refused' | 'there' | 'other';

export interface ChosenFile {
  key: string;
  file: File;
  state: UploadState;
  /** Upload progress, 0 to 1. */
  share: number;
  /** Why it was not uploaded. */
  problem?: string | undefined;
  /** A document in the chart with the same content. */
  existing?: ApiError['existingDocument'];
  /** The person it names as its patient. */
  namedPatient?: ApiError['namedPatient'];
  /** The file is to be added although the chart contains it. */
  isDuplicate?: boolean;
  /** The file is to be added although it names another person. */
  isOfOther?: boolean;
}

/** Result of a run; `error` is one that concerns more than one file. */
export interface UploadRun {
  documentIds: number[];
  isWhole: boolean;
  error?: ApiError;
}

const stillToSend: readonly UploadState[] = ['waiting', 'failed', 'ended'];
export const isToSend = ({ state }: ChosenFile): boolean => stillToSend.includes(state);

export const isDone = ({ state }: ChosenFile): boolean => state === 'done';

/** Message for one file: the server's reason for it, else the general failure, which names the usual reasons. */
function problemOf(error: ApiError): string {
  const problem = error.validationErrors['file'] ?? (error.code === 'internal' ? uploadTexts.problem : error.message);
  // Documents are stored before the commit: if the storage was unavailable, nothing was saved.
  const isUncertain = (error.isTransient || error.code === 'timeout') && error.code !== 'documents_unavailable';
  return isUncertain ? `${problem} ${uploadTexts.maybeSaved}` : problem;
}

/** State of a file whose upload failed. */
function outcomeOf(error: ApiError): Partial<ChosenFile> {
  if (error.status === 401) return { state: 'ended' };
  if (error.existingDocument !== undefined) return { state: 'there', existing: error.existingDocument };
  if (error.namedPatient !== undefined) return { state: 'other', namedPatient: error.namedPatient };
  return { state: 'failed', problem: error.code === 'aborted' ? 'Canceled' : problemOf(error) };
}

function chosen(file: File): ChosenFile {
  const problem = fileProblem(file) ?? undefined;
  return { key: crypto.randomUUID(), file, share: 0, state: problem === undefined ? 'waiting' : 'refused', problem };
}

type Change = (key: string, what: Partial<ChosenFile>) => void;

/**
 * Uploads files into a chart one after the other, each in its own call, so that a failure does not affect the others. A
 * file keeps its idempotency key until it is uploaded: whatever happened to a response, it becomes one document.
 */
export function useUploads(initial: readonly File[] = []) {
  const client = useQueryClient();
  const [files, setFiles] = useState<readonly ChosenFile[]>(() => initial.map(chosen));
  const [isUploading, setUploading] = useState(false);
  useSendingWhile(isUploading);
  const { send, cancel } = useSending((key, what) =>
    setFiles((all) => all.map((one) => (one.key === key ? { ...one, ...what } : one))),
  );
  return {
    files,
    isUploading,
    /** Returns the added files. */
    add: (list: Iterable<File>): ChosenFile[] => {
      const added = [...list].map(chosen);
      setFiles((all) => [...all, ...added]);
      return added;
    },
    remove: (key: string) => setFiles((all) => all.filter((one) => one.key !== key)),
    cancel,
    /** Uploads files in order; failed ones can be sent again. */
    start: async (list: readonly ChosenFile[], input: UploadInput): Promise<UploadRun> => {
      setUploading(true);
      const run = await send(list, input);
      setUploading(false);
      if (run.documentIds.length > 0) await invalidateAfter(client, uploadDocuments);
      return run;
    },
  };
}

/** Uploads files until the component unmounts, and reports each one's state to `change`. */
function useSending(change: Change) {
  const keys = useRef(new Map<string, ReturnType<typeof createIdempotencyKeys>>());
  const running = useRef<{ key: string; controller: AbortController } | null>(null);
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
      running.current?.controller.abort();
    };
  }, []);

  const keyFor = (key: string, input: UploadInput) => {
    const ofFile = keys.current.get(key) ?? createIdempotencyKeys();
    keys.current.set(key, ofFile);
    return ofFile.keyFor(input);
  };
  const sendOne = async (chosen: ChosenFile, form: UploadInput) => {
    const { key, file, isDuplicate = false, isOfOther = false } = chosen;
    const controller = new AbortController();
    running.current = { key, controller };
    const nothing = { problem: undefined, existing: undefined, namedPatient: undefined };
    change(key, { state: 'uploading', share: 0, ...nothing, isDuplicate, isOfOther });
    const input = { ...form, AllowDuplicate: isDuplicate, RefuseOtherPatient: !isOfOther };
    const { documents } = await uploadFile(uploadDocuments, input, file, {
      signal: controller.signal,
      idempotencyKey: keyFor(key, input),
      onProgress: (share) => change(key, { share }),
    });
    change(key, { state: 'done', share: 1 });
    return documents.map(({ patientDocumentId }) => patientDocumentId);
  };
  const send = async (list: readonly ChosenFile[], input: UploadInput): Promise<UploadRun> => {
    const run: UploadRun = { documentIds: [], isWhole: true };
    for (const one of list) {
      if (isLeft.current) return { ...run, isWhole: false };
      try {
        run.documentIds.push(...(await sendOne(one, input)));
      } catch (thrown) {
        const error = toApiError(thrown);
        run.isWhole = false;
        const outcome = outcomeOf(error);
        change(one.key, outcome);
        if (outcome.state === 'ended') break;
        if (outcome.state === 'failed' && error.code !== 'aborted') run.error = error;
      }
    }
    running.current = null;
    return run;
  };
  return {
    send,
    cancel: (key: string) => {
      if (running.current?.key === key) running.current.controller.abort();
    },
  };
}

export type Uploads = ReturnType<typeof useUploads>;

/** Text next to a file that is not being uploaded. */
export const stateTexts: Record<Exclude<UploadState, 'uploading'>, string> = {
  waiting: 'Ready',
  done: 'Uploaded',
  failed: 'Not uploaded',
  ended: 'Not uploaded',
  refused: uploadTexts.failed,
  there: 'Already on the chart',
  other: 'About another person',
};
