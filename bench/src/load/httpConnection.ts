import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';

export interface HttpAnswer {
  status: number;
  body: Buffer;
}

/**
 * One keep-alive connection that sends each request after the response to the previous one. It is kept minimal because
 * the load generator shares the cores with the product.
 */
export class HttpConnection {
  readonly #socket: Socket;
  #received: Buffer = Buffer.alloc(0);
  #waiting: PromiseWithResolvers<HttpAnswer> | null = null;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.setNoDelay(true);
    socket.on('data', (chunk: Buffer) => this.#read(chunk));
    socket.on('close', () => this.#waiting?.reject(new Error('The product closed the connection')));
    socket.on('error', (error) => this.#waiting?.reject(error));
  }

  static async open(port: number): Promise<HttpConnection> {
    const socket = connect(port, '127.0.0.1');
    await once(socket, 'connect');
    return new HttpConnection(socket);
  }

  send(request: string | Buffer): Promise<HttpAnswer> {
    this.#waiting = Promise.withResolvers<HttpAnswer>();
    this.#socket.write(request);
    return this.#waiting.promise;
  }

  close(): void {
    this.#waiting = null;
    this.#socket.destroy();
  }

  #read(chunk: Buffer): void {
    this.#received = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk]);
    const headEnd = this.#received.indexOf('\r\n\r\n');
    if (headEnd < 0) return;
    const head = this.#received.toString('latin1', 0, headEnd);
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    const bodyEnd = headEnd + 4 + Number(length ?? Number.NaN);
    if (Number.isNaN(bodyEnd)) return void this.#socket.destroy(new Error('The response has no content length'));
    if (this.#received.length < bodyEnd) return;
    const answer = { status: Number(head.slice(9, 12)), body: this.#received.subarray(headEnd + 4, bodyEnd) };
    this.#received = this.#received.subarray(bodyEnd);
    this.#waiting?.resolve(answer);
  }
}
