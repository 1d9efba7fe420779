import './zodTexts.ts';
import { z } from 'zod';
import type { Access } from './access.ts';

/** The input or output of a call that has none. */
export const nothing = z.object({});

/** What the access audit keeps of a call. `none` is for calls that touch no patient and tell nothing of one. */
export type AuditKind = 'read' | 'search' | 'change' | 'none';

/**
 * How a call that changes something is authorized, beyond who may make it at all (`access`):
 * - `policy`: the domain's policy lets the actor act on the row. The service that writes takes its `Authorized<Row, Action>`.
 * - `own`: it changes only rows of the caller or of whom they act for (sessions, drafts, read marks), found by that person's id.
 * - `admin`: the permission in `access` is the whole rule for every row that the caller can see.
 * - `public`: there is no session; the call checks for itself what it was given.
 */
export type Authorization = 'policy' | 'own' | 'admin' | 'public';

/**
 * An endpoint as a plain object: what browser and server agree on.
 * `path` is relative to `/api` and may hold `:parameters`, which are fields of the input.
 */
export interface Endpoint<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** One sentence for the API description. */
  readonly summary: string;
  readonly access: Access;
  /** Stated by every POST. */
  readonly authorization?: Authorization;
  readonly audit: AuditKind;
  /** A create: its stored answer is returned when the same `Idempotency-Key` comes again. */
  readonly idempotent: boolean;
  /** Concerns the caller's own session or account: it is never made in somebody else's name. */
  readonly isOwn: boolean;
  /** Answers with another address and nothing else: for the browser itself, not for calls. */
  readonly redirects?: true;
  /** Takes files: its input travels as the fields of a multipart form, and the files beside them. */
  readonly takesFiles?: true;
  /** Answers with the bytes of a file of this content type; with a result only when it fails. */
  readonly sendsFile?: SentType;
  readonly input: Input;
  readonly output: Output;
}

/** Whether something that a contract exports is an endpoint. */
export function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'output' in value;
}

export type InputOf<E> = E extends Endpoint<infer Input, z.ZodObject> ? z.output<Input> : never;
/** What a caller writes, before defaults and coercion. */
export type CallOf<E> = E extends Endpoint<infer Input, z.ZodObject> ? z.input<Input> : never;
export type OutputOf<E> = E extends Endpoint<z.ZodObject, infer Output> ? z.output<Output> : never;

interface Definition<Input extends z.ZodObject, Output extends z.ZodObject> {
  summary: string;
  access: Access;
  audit?: AuditKind;
  idempotent?: boolean;
  isOwn?: boolean;
  input: Input;
  output: Output;
}

interface ChangeDefinition<Input extends z.ZodObject, Output extends z.ZodObject> extends Definition<Input, Output> {
  authorization: Authorization;
}

/**
 * Declares a call that reads. Its input travels as query parameters, so use the coercing fields of `fields.ts`.
 * Audited as a read of patient data unless it says otherwise.
 */
export function get<Input extends z.ZodObject, Output extends z.ZodObject>(
  path: string,
  definition: Definition<Input, Output>,
): Endpoint<Input, Output> {
  return { method: 'GET', path, audit: 'read', idempotent: false, isOwn: false, ...definition };
}

/** Declares a call that changes something. Its input travels as JSON; it runs in one transaction. */
export function post<Input extends z.ZodObject, Output extends z.ZodObject>(
  path: string,
  definition: ChangeDefinition<Input, Output>,
): Endpoint<Input, Output> {
  return { method: 'POST', path, audit: 'change', idempotent: false, isOwn: false, ...definition };
}

/**
 * Declares a call that brings files. Its input travels as text, so use the coercing fields of `fields.ts`; its files are
 * called `file`, or `file1`, `file2` and so on. It runs in one transaction once everything has come.
 */
export function upload<Input extends z.ZodObject, Output extends z.ZodObject>(
  path: string,
  definition: ChangeDefinition<Input, Output>,
): Endpoint<Input, Output> {
  return { ...post(path, definition), takesFiles: true };
}

/** `application/octet-stream` is saved, whatever it is; the others are shown. */
export type SentType = 'application/octet-stream' | 'image/jpeg' | 'application/pdf';

/** Declares a call that answers with a file to be saved. */
export function download<Input extends z.ZodObject>(
  path: string,
  definition: Omit<Definition<Input, typeof nothing>, 'output'>,
): Endpoint<Input, typeof nothing> {
  return { ...get(path, { ...definition, output: nothing }), sendsFile: 'application/octet-stream' };
}

/** Declares a call that answers with something to look at, that the server made or checked. */
export function picture<Input extends z.ZodObject>(
  path: string,
  sendsFile: Exclude<SentType, 'application/octet-stream'>,
  definition: Omit<Definition<Input, typeof nothing>, 'output'>,
): Endpoint<Input, typeof nothing> {
  return { ...get(path, { ...definition, output: nothing }), sendsFile };
}

/** Declares an address that the browser itself goes to, and that sends it on. Whatever comes of it is another page. */
export function redirect<Input extends z.ZodObject, Output extends z.ZodObject>(
  path: string,
  definition: Definition<Input, Output>,
): Endpoint<Input, Output> {
  return { ...get(path, definition), redirects: true };
}
