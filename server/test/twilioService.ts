import { createHmac } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

import type { TestApp } from './harness.ts';

/** A text message stored by the service. */
interface KeptText {
  sid: string;
  to: string;
  body: string;
  status: string;
  error_code: number | null;
  error_message: string | null;
  statusCallback: string | null;
}

/** `lost`: accepts the message without a response. */
type Mishap = { status: number; code: number; message: string } | 'lost';

export interface TwilioService {
  /** Environment of a product that uses it. */
  env: Record<string, string>;
  /** The texts to a number of ten digits; every user's notices go to the service too, so nothing here names all. */
  textsTo(phoneNumber: string): KeptText[];
  /** Lets the next text to a number of ten digits fail. */
  failNext(phoneNumber: string, mishap: Mishap): void;
  stop(): Promise<void>;
}

const authToken = 'token of the tests';
const portalAddress = 'https://portal.example';
export const senderNumber = '+16175550100';

/** A local server with the messages of Twilio's REST API, which responds as documented and fails on request. */
export async function startTwilioService(publicUrl = portalAddress): Promise<TwilioService> {
  const texts: KeptText[] = [];
  const mishaps: { to: string; mishap: Mishap }[] = [];
  const server = createServer((request, response) => {
    const answer = (status: number, body: object) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    const respond = (body: string) => {
      const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
      const sid = /\/Messages\/(.+)\.json$/.exec(pathname)?.[1];
      if (request.method === 'POST') {
        const form = new URLSearchParams(body);
        const mishap = takeMishap(form.get('To'));
        if (mishap !== undefined && mishap !== 'lost') return answer(mishap.status, mishap);
        const kept = takeText(form);
        return mishap === 'lost' ? response.destroy() : answer(201, kept);
      }
      if (sid === undefined) {
        return answer(200, { messages: texts.filter(({ to }) => to === searchParams.get('To')) });
      }
      const found = texts.find((one) => one.sid === sid);
      return found === undefined ? answer(404, { code: 20_404, message: 'Not found' }) : answer(200, found);
    };
    void text(request).then(respond);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

  return {
    env: {
      TWILIO_ACCOUNT_SID: 'AC1',
      TWILIO_AUTH_TOKEN: authToken,
      SMS_SENDER_NUMBER: senderNumber,
      TWILIO_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      PUBLIC_URL: publicUrl,
    },
    textsTo: (phoneNumber) => texts.filter(({ to }) => to === `+1${phoneNumber}`),
    failNext: (phoneNumber, mishap) => void mishaps.push({ to: `+1${phoneNumber}`, mishap }),
    stop: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };

  function takeMishap(number: string | null): Mishap | undefined {
    const index = mishaps.findIndex(({ to }) => to === number);
    return index === -1 ? undefined : mishaps.splice(index, 1)[0]?.mishap;
  }

  function takeText(form: URLSearchParams): KeptText {
    const kept = {
      sid: `SM${texts.length + 1}`,
      to: form.get('To') ?? '',
      body: form.get('Body') ?? '',
      status: 'queued',
      error_code: null,
      error_message: null,
      statusCallback: form.get('StatusCallback'),
    };
    texts.push(kept);
    return kept;
  }
}

/** Posts a form like Twilio, signed unless a signature is given. */
export async function postAsTwilio(
  app: TestApp,
  path: 'twilio-reply' | 'twilio-status',
  form: Record<string, string>,
  signature = signatureOf(`${portalAddress}/api/notifications/sms/${path}`, form),
) {
  const answer = await app.app.http.inject({
    method: 'POST',
    url: `/api/notifications/sms/${path}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': signature },
    payload: new URLSearchParams(form).toString(),
  });
  return { status: answer.statusCode, contentType: answer.headers['content-type'], text: answer.body };
}

/** Twilio's signature header for a form posted to a URL. */
export function signatureOf(url: string, form: Record<string, string>): string {
  const signed = Object.keys(form)
    .toSorted()
    .reduce((so, name) => so + name + (form[name] ?? ''), url);
  return createHmac('sha1', authToken).update(signed).digest('base64');
}
