import { z } from 'zod';
import { everybody } from '../access.ts';
import { nothing, post } from '../endpoint.ts';

// Errors of the browser (docs/domain/support.md).

export const clientErrorKinds = ['render', 'unhandled', 'chunk', 'api', 'realtime'] as const;
export type ClientErrorKind = (typeof clientErrorKinds)[number];
/** Maximum stack frames in a report. */
export const clientErrorFrames = 20;

const codePosition = z.number().int().min(0).max(10_000_000);

/**
 * A client error report: names, numbers and positions in our own code, each with a strict format. It has no error message,
 * which could contain patient data.
 */
export const clientError = z.object({
  /** `FE-…` with `-TO` for timeouts, or the server's reference; optionally prefixed with the user's id. */
  reference: z
    .string()
    .regex(/^(?:\d{1,15}-)?(?:FE-[0-9a-z]{1,10}(?:-TO)?|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?:-TO)?)$/),
  /** The error's class. */
  name: z.string().regex(/^(?:[A-Z][A-Za-z]{0,30})?(?:Error|Exception)$/),
  kind: z.enum(clientErrorKinds),
  /** Route pattern, such as /Patient/$patientId. The format does not allow digits, so it cannot contain ids. */
  route: z.string().regex(/^\/(?:[A-Za-z$-]{1,30}\/?){0,4}$/),
  /** HTTP status of the failed call; 0 without a response. */
  status: z.number().int().min(0).max(599).optional(),
  frontendVersion: z.string().regex(/^\d{1,3}(?:\.\d{1,10}){1,3}(?:-[0-9.]{1,20})?$/),
  frames: z
    .array(
      z.object({
        /** Name of one of our own files, without its folder. */
        file: z.string().regex(/^[\w$-]{1,60}(?:\.[\w-]{1,20}){0,2}\.(?:js|tsx?)$/),
        line: codePosition,
        column: codePosition,
      }),
    )
    .max(clientErrorFrames),
});
export type ClientError = z.infer<typeof clientError>;

export const reportClientError = post('/client-errors', {
  summary: 'Reports a browser error to the log: location and kind, never its message.',
  access: everybody,
  authorization: 'public',
  makesStale: [],
  audit: 'none',
  input: clientError,
  output: nothing,
});
