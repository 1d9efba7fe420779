/** A failure that may succeed when retried. */
export class Transient extends Error {}

/**
 * Requests to a service for which a user waits.
 * @param answerWithinMs time limit of one attempt
 */
export function createRequest(service: string, answerWithinMs: number) {
  /** @throws Transient on a timeout, or if the service is busy or fails */
  return async function request(url: string, init: RequestInit): Promise<Response> {
    let response: Response;
    try {
      response = await fetch(url, { ...init, redirect: 'error', signal: AbortSignal.timeout(answerWithinMs) });
    } catch (error) {
      throw new Transient(`${service} did not answer`, { cause: error });
    }
    if (response.status === 429 || response.status >= 500) {
      throw new Transient(`${service} answered ${response.status}`);
    }
    return response;
  };
}

/** @throws Transient if the answer breaks off */
export async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch (error) {
    throw new Transient('the answer broke off', { cause: error });
  }
}
