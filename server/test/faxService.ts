import { createServer } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A fax stored by the service. */
interface KeptFax {
  id: string;
  to: string;
  /** Sender number. */
  from?: string;
  status: 'QUEUED' | 'IN_PROGRESS' | 'COMPLETED' | 'FAILURE';
  errorCode?: number;
  errorMessage?: string;
  labels: Record<string, string>;
  callbackUrl?: string;
  /** Sent file, in base64. */
  file: string;
}

/** `before`: fails without accepting the fax. `after`: accepts it, then fails. `lost`: accepts it without a response. */
type Mishap = { before: number } | { after: number } | 'lost';

export interface FaxService {
  /** Environment of a product that uses it. */
  env: Record<string, string>;
  faxes: KeptFax[];
  /** What happens to the next faxes, in order. */
  mishaps: Mishap[];
  /** Whether it responds to queries about faxes. */
  isAnswering: boolean;
  stop(): Promise<void>;
}

/** A local server with the Sinch Fax API, which responds as documented and fails on request. */
export async function startFaxService(): Promise<FaxService> {
  const server = createServer((request, response) => {
    void text(request).then((body) => respond(request.method ?? '', request.url ?? '', body, response));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const service: FaxService = {
    env: {
      FAX_PROJECT_ID: 'project',
      FAX_KEY_ID: 'key',
      FAX_KEY_SECRET: 'secret',
      FAX_API_URL: origin,
      FAX_NUMBERS_URL: origin,
      FAX_NUMBER: '+16175550199',
    },
    faxes: [],
    mishaps: [],
    isAnswering: true,
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };

  function answer(response: ServerResponse, status: number, body: object): void {
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  function takeFax(body: string): KeptFax {
    const { to, from, labels, files, callbackUrl } = JSON.parse(body) as {
      to: string;
      from?: string;
      labels: Record<string, string>;
      files: { file: string }[];
      callbackUrl?: string;
    };
    const fax: KeptFax = {
      id: `fax-${service.faxes.length + 1}`,
      to,
      labels,
      file: files[0]?.file ?? '',
      status: 'IN_PROGRESS',
      ...(from !== undefined && { from }),
      ...(callbackUrl !== undefined && { callbackUrl }),
    };
    service.faxes.push(fax);
    return fax;
  }

  function respond(method: string, address: string, body: string, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(address, origin);
    if (pathname.endsWith('/availableNumbers:rentAny')) {
      const { numberPattern } = JSON.parse(body) as { numberPattern: { pattern: string } };
      if (numberPattern.pattern === '+1999') return answer(response, 404, { message: 'No numbers available' });
      return answer(response, 200, { phoneNumber: `${numberPattern.pattern}5550142` });
    }
    if (pathname.endsWith('/availableNumbers')) {
      const numbers = ['+16175550100', '+15085550100', '+16175550101'];
      return answer(response, 200, { availableNumbers: numbers.map((phoneNumber) => ({ phoneNumber })) });
    }
    if (method === 'POST') {
      const mishap = service.mishaps.shift();
      if (typeof mishap === 'object' && 'before' in mishap) return answer(response, mishap.before, { message: 'No' });
      const fax = takeFax(body);
      if (mishap === 'lost') return void response.destroy();
      return typeof mishap === 'object' ? answer(response, mishap.after, {}) : answer(response, 200, fax);
    }
    if (!service.isAnswering) return answer(response, 503, {});
    const id = /\/faxes\/([^/]+)$/.exec(pathname)?.[1];
    if (id === undefined) {
      const known = new Set(['direction', 'to', 'createTime>', 'pageSize']);
      const isKnown = [...searchParams.keys()].every((name) => known.has(name));
      if (!isKnown || Number.isNaN(Date.parse(searchParams.get('createTime>') ?? ''))) return answer(response, 400, {});
      return answer(response, 200, { faxes: service.faxes.filter(({ to }) => to === searchParams.get('to')) });
    }
    const fax = service.faxes.find((one) => one.id === id);
    return fax === undefined ? answer(response, 404, {}) : answer(response, 200, fax);
  }
  return service;
}
