import { once } from 'node:events';
import { createServer } from 'node:net';

import type { AddressInfo, Socket } from 'node:net';

/** Where the server can be made to fail: on connecting, or after a command. */
type Stage = 'CONNECT' | 'MAIL' | 'RCPT' | 'DATA' | 'MESSAGE';

/** A reply such as "451 try later", "drop" to close the connection, or "silence" for no reply. */
type Mishap = string;

export interface SmtpServer {
  url: string;
  /** Every completely received message, whatever the reply was. */
  messages: { from: string; to: string; text: string }[];
  /** Makes the next occurrence of the stage fail. */
  fail(stage: Stage, mishap: Mishap): void;
  stop(): Promise<void>;
}

/**
 * A local mail server that accepts everything, unless made to fail.
 * @param onMessage called for each message
 */
export async function startSmtpServer(
  onMessage: (message: SmtpServer['messages'][number]) => void = () => undefined,
): Promise<SmtpServer> {
  const messages: SmtpServer['messages'] = [];
  const mishaps: { stage: Stage; mishap: Mishap }[] = [];
  const sockets = new Set<Socket>();
  const takeMishap = (stage: Stage) => (mishaps[0]?.stage === stage ? mishaps.shift()?.mishap : undefined);
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    converse(socket, takeMishap, (message) => {
      messages.push(message);
      onMessage(message);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    messages,
    fail: (stage, mishap) => void mishaps.push({ stage, mishap }),
    async stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

function converse(
  socket: Socket,
  takeMishap: (stage: Stage) => Mishap | undefined,
  keep: (message: { from: string; to: string; text: string }) => void,
): void {
  let received = '';
  let [from, to] = ['', ''];
  let isMessage = false;
  const answer = (stage: Stage, usual: string) => {
    const mishap = takeMishap(stage) ?? usual;
    if (mishap === 'drop') socket.destroy();
    else if (mishap !== 'silence') socket.write(`${mishap}\r\n`);
  };
  const command = (line: string) => {
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'EHLO' || verb === 'HELO') return socket.write('250 careloop.example\r\n');
    if (verb === 'QUIT') return socket.end('221 bye\r\n');
    if (verb === 'MAIL') from = addressOf(line);
    if (verb === 'RCPT') to = addressOf(line);
    if (verb === 'MAIL' || verb === 'RCPT') return answer(verb, '250 ok');
    if (verb === 'STAR') return socket.write('502 there is no TLS here\r\n');
    if (verb !== 'DATA') return socket.write('250 ok\r\n');
    isMessage = true;
    answer('DATA', '354 go ahead');
  };
  socket.setEncoding('utf8').on('data', (chunk: string) => {
    received += chunk;
    for (;;) {
      const separator = isMessage ? '\r\n.\r\n' : '\r\n';
      const end = received.indexOf(separator);
      if (end < 0) return;
      const part = received.slice(0, end);
      received = received.slice(end + separator.length);
      if (!isMessage) command(part);
      else {
        isMessage = false;
        // The sender doubles a dot at the start of a line.
        keep({ from, to, text: part.replace(/^\.\./gm, '.') });
        answer('MESSAGE', '250 taken as 4711');
      }
    }
  });
  answer('CONNECT', '220 careloop.example');
}

function addressOf(line: string): string {
  return /<(.*?)>/.exec(line)?.[1] ?? '';
}
