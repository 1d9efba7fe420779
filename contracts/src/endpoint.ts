import './zodTexts.ts';
import { z } from 'zod';
import type { Access } from './access.ts';
import type { RealtimeEventName } from './realtimeEventName.ts';

/** Empty input or output. */
export const nothing = z.object({});

/** How a call is audited. `none` is only for calls that neither use nor reveal patient data. */
type AuditKind = 'read' | 'search' | 'change' | 'none';

/**
 * How a changing call is authorized, in addition to `access`:
 * - `policy`: the domain's policy checks the action on the row. The writing service requires its `Authorized<Row, Action>`.
 * - `own`: it only changes rows of the caller or of the person they act for (sessions, drafts, read marks), found by that
 *   person's id.
 * - `admin`: the permission in `access` suffices for every row the caller can see.
 * - `public`: there is no session; the call checks its input itself.
 */
type Authorization = 'policy' | 'own' | 'admin' | 'public';

/**
 * Why a POST of a session takes no `Idempotency-Key`, as every other does:
 * - `search`: it changes nothing. Those that are audited as a search need not say so.
 * - `same`: it sets what it names, so that a second call changes nothing and answers the same. Only for what is the caller's own and
 *   is sent often, or is answered with more than ids.
 * - `secret`: its answer is a secret, or it counts failed attempts.
 * - `session`: it renews or ends the session with which it is called.
 */
type Unkeyed = 'search' | 'same' | 'secret' | 'session';

/** A read whose responses become stale, or a realtime event: then the same responses as after this event. */
export type Stale = Endpoint | RealtimeEventName;

/**
 * An endpoint as a plain object, shared by browser and server.
 * `path` is relative to `/api` and may contain `:parameters`, which are fields of the input.
 */
export interface Endpoint<Input extends z.ZodObject = z.ZodObject, Output extends z.ZodObject = z.ZodObject> {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  /** One sentence for the API description. */
  readonly summary: string;
  /** What the audit calls it, if not its summary. Required for all but one of several calls that share a path. */
  readonly auditText?: string;
  readonly access: Access;
  /** Required for every POST. */
  readonly authorization?: Authorization;
  readonly audit: AuditKind;
  /** What a successful call makes stale in the browser that makes it. Required for every POST. */
  readonly makesStale: readonly Stale[];
  /**
   * A repeated `Idempotency-Key` returns the stored response, so a user whose response was lost can repeat the call. Every POST of
   * a session, unless it says why not.
   */
  readonly idempotent: boolean;
  readonly unkeyed?: Unkeyed;
  /** Concerns the caller's own session or account, so it cannot be called on behalf of somebody else. */
  readonly isOwn: boolean;
  /**
   * The answer says something about people whom the caller cannot otherwise see, such as whether a patient with this name
   * exists. The calls of all these endpoints together are limited per user and hour (docs/domain/api.md).
   */
  readonly answersBeyondAccess?: true;
  /** Returns a redirect: opened by the browser itself, not called by scripts. */
  readonly redirects?: true;
  /** Accepts files: the input is sent as fields of a multipart form next to the files. */
  readonly takesFiles?: true;
  /** Returns the bytes of a file of this content type; a result only on failure. */
  readonly sendsFile?: SentType;
  /** Called by another service in that service's own format: fields that are not declared are ignored, not refused. */
  readonly isOfService?: true;
  readonly input: Input;
  readonly output: Output;
}

/** Whether an export of a contract is an endpoint. */
export function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'output' in value;
}

/** Whether a call may name the person it is made for, as `onBehalfOfUserId` (docs/domain/permissions.md). */
export function mayNameActedFor({ access, isOwn }: Pick<Endpoint, 'access' | 'isOwn'>): boolean {
  return !isOwn && access.kind !== 'public';
}

/** The path, with its `:parameters` filled in. */
export function filledPath({ path }: Pick<Endpoint, 'path'>, parameters: Readonly<Record<string, string>>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(parameters[name] ?? ''));
}

export type InputOf<E> = E extends Endpoint<infer Input, z.ZodObject> ? z.output<Input> : never;
/** Input as written by the caller, before defaults and coercion. */
export type CallOf<E> = E extends Endpoint<infer Input, z.ZodObject> ? z.input<Input> : never;
/** An input with each field stated, if only as undefined: a field added to the call does not compile until it is sent. */
export type EveryField<Input> = { [Field in keyof Required<Input>]: Input[Field] };
export type OutputOf<E> = E extends Endpoint<z.ZodObject, infer Output> ? z.output<Output> : never;

interface Definition<Input extends z.ZodObject, Output extends z.ZodObject> {
  summary: string;
  auditText?: string;
  access: Access;
  audit?: AuditKind;
  isOwn?: boolean;
  isOfService?: true;
  answersBeyondAccess?: true;
  input: Input;
  output: Output;
}

/** Refusal of a call beyond the caller's access above the limit per user and hour. */
export const beyondAccessText =
  'You have searched beyond your own patients too often in the last hour. Try again later.';

interface ChangeDefinition<Input extends z.ZodObject, Output extends z.ZodObject> extends Definition<Input, Output> {
  authorization: Authorization;
  /** Empty if the call makes nothing stale. */
  makesStale: readonly Stale[];
  unkeyed?: Unkeyed;
}

/**
 * Declares a reading call. Its input is sent as query parameters, so use the coercing fields of `fields.ts`.
 * Audited as a read of patient data by default.
 */
export function get<Input extends z.ZodObject, Output extends z.ZodObject>(
  path: string,
  definition: Definition<Input, Output>,
): Endpoint<Input, Output> {
  return { method: 'GET', path, audit: 'read', makesStale: [], idempotent: false, isOwn: false, ...definition };
}

/** Declares a changing call. Its input is sent as JSON; it runs in one transaction, once for each `Idempotency-Key`. */
export function post<Input extends z.ZodObject, Output extends z.ZodObject>(
  path: string,
  definition: ChangeDefinition<Input, Output>,
): Endpoint<Input, Output> {
  const { access, audit = 'change', unkeyed } = definition;
  // A key belongs to a user.
  const idempotent = access.kind !== 'public' && audit !== 'search' && unkeyed === undefined;
  return { method: 'POST', path, audit, idempotent, isOwn: false, ...definition };
}

/**
 * Declares a call with files. Its input is sent as text, so use the coercing fields of `fields.ts`; its files are named
 * `file`, or `file1`, `file2` and so on. It runs in one transaction after everything has been received.
 */
export function upload<Input extends z.ZodObject, Output extends z.ZodObject>(
  path: string,
  definition: ChangeDefinition<Input, Output>,
): Endpoint<Input, Output> {
  return { ...post(path, definition), takesFiles: true };
}

/** `application/octet-stream` is always saved by the browser; the others are displayed. */
export type SentType = 'application/octet-stream' | 'image/jpeg' | 'application/pdf';

/** Declares a call that returns a file to save. */
export function download<Input extends z.ZodObject>(
  path: string,
  definition: Omit<Definition<Input, typeof nothing>, 'output'>,
): Endpoint<Input, typeof nothing> {
  return { ...get(path, { ...definition, output: nothing }), sendsFile: 'application/octet-stream' };
}

/** Declares a call that returns a file to display, which the server has generated or checked. */
export function picture<Input extends z.ZodObject>(
  path: string,
  sendsFile: Exclude<SentType, 'application/octet-stream'>,
  definition: Omit<Definition<Input, typeof nothing>, 'output'>,
): Endpoint<Input, typeof nothing> {
  return { ...get(path, { ...definition, output: nothing }), sendsFile };
}

/** Declares an address that the browser opens itself and that always redirects to another page. */
export function redirect<Input extends z.ZodObject, Output extends z.ZodObject>(
  path: string,
  definition: Definition<Input, Output>,
): Endpoint<Input, Output> {
  return { ...get(path, definition), redirects: true };
}
