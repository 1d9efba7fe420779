import type { Endpoint, OutputOf } from '@careloop/contracts/endpoint';
import type { ErrorCode, FailedResult } from '@careloop/contracts/result';
import { undeclaredFields } from '@careloop/contracts/undeclared';
import { expect, onTestFinished, vi } from 'vitest';

/** Input of a call; values of a GET are texts. */
type Input = Record<string, unknown>;

export interface Answered {
  endpoint: Endpoint;
  answer: (input: Input) => object;
}

/** What the server answers to calls of an endpoint. */
export function answer<E extends Endpoint>(
  endpoint: E,
  output: OutputOf<E> | ((input: Input) => OutputOf<E> | Refusal),
): Answered {
  return { endpoint, answer: typeof output === 'function' ? (output as Answered['answer']) : () => output };
}

type Refusal = FailedResult;

/** The answer of a call that failed with an HTTP status. */
export function failure(status: number, more: Partial<FailedResult> = {}): Refusal {
  return Response.json(refusal('internal', more), { status }) as unknown as Refusal;
}

/** The answer of a refused call. */
export function refusal(code: ErrorCode, more: Partial<FailedResult> = {}): Refusal {
  return { wasSuccessful: false, code, validationErrors: {}, ...more } as Refusal;
}

export interface MadeCall {
  path: string;
  input: Input;
}

/** Stands in for the server during a test; calls of other endpoints fail. Returns the calls that are made. */
export function serve(...answers: readonly Answered[]): MadeCall[] {
  const calls: MadeCall[] = [];
  const unexpected: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: { method?: string; body?: string } = {}) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    for (const { endpoint, answer: answerTo } of answers) {
      const ids = idsOf(endpoint.path, pathname);
      if (endpoint.method !== method || ids === undefined) continue;
      const sent = method === 'GET' ? Object.fromEntries(searchParams) : (JSON.parse(body ?? '{}') as Input);
      const input = { ...sent, ...ids };
      calls.push({ path: endpoint.path, input });
      const undeclared = undeclaredFields(endpoint.input, input).filter((field) => field !== 'onBehalfOfUserId');
      if (undeclared.length > 0) unexpected.push(`${endpoint.path} does not take ${undeclared.join(', ')}`);
      const answered = answerTo(input);
      return answered instanceof Response ? answered : Response.json({ wasSuccessful: true, ...answered });
    }
    return Response.json(refusal('not_found', { errorMessage: `Nothing answers ${method} ${url}` }), { status: 404 });
  });
  onTestFinished(() => {
    vi.unstubAllGlobals();
    expect(unexpected).toEqual([]);
  });
  return calls;
}

/** The ids in the path of a call, if it is one of the endpoint with this path. */
function idsOf(path: string, pathname: string): Record<string, string> | undefined {
  const pattern = new RegExp(`^/api${path.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`);
  const match = pattern.exec(pathname);
  return match === null ? undefined : { ...match.groups };
}

/** The inputs of the calls of an endpoint. */
export const inputsOf = (calls: readonly MadeCall[], { path }: Endpoint): Input[] =>
  calls.filter((call) => call.path === path).map(({ input }) => input);
