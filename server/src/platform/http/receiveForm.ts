import { undeclaredErrors } from '@careloop/contracts/fieldErrors';
import { fallbackTexts } from '@careloop/contracts/zodTexts';
import type { MultipartFile } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';

import type { DocumentStorage, ReceivedDocument } from '../storage/storage.ts';
import { AppError, invalidInput } from '../errors.ts';
import { watchRate } from './uploadRate.ts';

/** An uploaded file, not inspected yet. */
export interface ReceivedFile {
  /** `file`, `file1`, `file2` ... */
  field: string;
  /** File name given by the client. */
  fileName: string;
  content: ReceivedDocument;
}

export interface ReceivedForm {
  fields: Record<string, unknown>;
  files: readonly ReceivedFile[];
}

/** Limits of an upload, with the messages for exceeding them. */
export interface FormRules {
  limits: { files: number; fileBytes: number };
  texts: { problem: string; tooLarge: string; tooManyFiles: string; brokenOff: string; tooSlow: string };
}

/** Room for the fields of a form, in bytes. */
const fieldBytes = 1024 * 1024;

/** Maximum size of the form in bytes, with room for its fields. */
function maxBytes({ limits }: FormRules): number {
  return limits.files * limits.fileBytes + fieldBytes;
}

/**
 * Receives a multipart form: files are streamed to storage, fields are collected. The caller must discard the files it
 * does not keep. If receiving fails, no file is left in storage.
 * @throws AppError `too_large`, or `invalid_input` if it is not a form, is cut off or arrives too slowly
 */
export async function receiveForm(
  request: FastifyRequest,
  storage: DocumentStorage,
  rules: FormRules,
): Promise<ReceivedForm> {
  if (!request.isMultipart()) throw unreadable();
  const { files, fileBytes: fileSize } = rules.limits;
  const limits = { files, fileSize, fields: 40, fieldSize: 16_384, fieldNameSize: 100, parts: 60 };
  // Without a prototype, so that a field named __proto__ is refused like any other that is not declared.
  const form = { fields: Object.create(null) as Record<string, unknown>, files: [] as ReceivedFile[] };
  let arriving: MultipartFile | undefined;
  const readParts = async () => {
    for await (const part of request.parts({ limits, isPartAFile })) {
      arriving = part.type === 'file' ? part : undefined;
      if (part.type === 'file') form.files.push(await receiveFile(part, storage));
      else addField(form.fields, part.fieldname, part.value);
      const last = form.files.at(-1);
      if (part.type === 'file' && part.file.truncated) throw tooLarge(rules, last?.field);
    }
  };
  const watch = watchRate(request.raw, () => invalidInput({ '': rules.texts.tooSlow }));
  try {
    await Promise.race([readParts(), watch.tooSlow]);
    return form;
  } catch (error) {
    // Makes storage drop the file that is still arriving.
    arriving?.file.destroy();
    discardRest(request.raw, maxBytes(rules));
    await discardFiles(form.files);
    throw failureOf(error, request.raw, rules);
  } finally {
    watch.stop();
  }
}

/** Browsers send a `Blob` with a file name, also if it is the JSON of the fields. */
function isPartAFile(name: string | undefined, type: string | undefined, fileName: string | undefined): boolean {
  return name !== 'model' && (type === 'application/octet-stream' || fileName !== undefined);
}

/** Fields may be sent one by one or as a JSON object named `model`. Which of two values is meant is not guessed. */
function addField(fields: Record<string, unknown>, name: string, value: unknown): void {
  const added = name === 'model' ? fieldsOfModel(value) : { [name]: value };
  const twice = Object.keys(added).find((key) => Object.hasOwn(fields, key));
  if (twice !== undefined) throw invalidInput({ [twice]: fallbackTexts.sentTwice });
  Object.assign(fields, added);
}

/** @param value text, or parsed already if the part declares that it is JSON; its size is limited like that of any field */
function fieldsOfModel(value: unknown): Record<string, unknown> {
  const model = typeof value === 'string' ? parseJson(value) : value;
  if (typeof model !== 'object' || model === null || Array.isArray(model)) throw invalidInput({ model: notJson });
  // Null means that the field is absent.
  return Object.fromEntries(Object.entries(model).filter(([, field]) => field !== null));
}

const notJson = 'The model must be a JSON object.';

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Removes the files that were not kept. */
export async function discardFiles(received: readonly ReceivedFile[]): Promise<void> {
  await Promise.all(received.map(({ content }) => content.discard()));
}

/** How large the files of a form are at least, by its Content-Length; 0 if it declares none. */
export function leastFileBytes({ headers }: FastifyRequest): number {
  return Math.max(0, Number(headers['content-length'] ?? 0) - fieldBytes);
}

/** Whether the Content-Length exceeds the maximum size of the form. */
export function declaresTooLarge({ headers }: FastifyRequest, rules: FormRules): boolean {
  return Number(headers['content-length'] ?? 0) > maxBytes(rules);
}

/** @param field name of the file field that is too large; defaults to the whole form */
export function tooLarge({ texts }: FormRules, field = ''): AppError {
  return new AppError('too_large', { message: texts.problem, validationErrors: { [field]: texts.tooLarge } });
}

async function receiveFile(part: MultipartFile, storage: DocumentStorage): Promise<ReceivedFile> {
  if (!/^file\d{0,2}$/.test(part.fieldname)) throw invalidInput(undeclaredErrors([part.fieldname]));
  return { field: part.fieldname, fileName: part.filename ?? '', content: await storage.receive(part.file) };
}

/** Drains the rest of the body, because browsers read the response only after they have sent everything. */
function discardRest(raw: IncomingMessage, maxRest: number): void {
  let rest = 0;
  raw.unpipe();
  raw.on('data', (chunk: Buffer) => {
    rest += chunk.byteLength;
    if (rest > maxRest) raw.destroy();
  });
  raw.resume();
}

function failureOf(error: unknown, raw: IncomingMessage, { texts }: FormRules): unknown {
  if (error instanceof AppError) return error;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (raw.destroyed && !raw.complete) return invalidInput({ '': texts.brokenOff });
  if (code === 'FST_FILES_LIMIT') return new AppError('too_large', { message: texts.tooManyFiles });
  if (code === 'FST_INVALID_JSON_FIELD_ERROR') return invalidInput({ model: notJson });
  // Errors with a syscall come from the disk; all others come from the multipart parser.
  return syscall === undefined ? unreadable(error) : error;
}

function unreadable(cause?: unknown): AppError {
  return new AppError('invalid_input', { validationErrors: { '': 'The request could not be read.' }, cause });
}
