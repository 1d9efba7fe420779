import { Socket } from 'node:net';

// A test that connects to another machine fails with an error that names it.
const loopback = /^(?:127\.|::1$|::ffff:127\.|localhost$)/;

// oxlint-disable-next-line typescript/unbound-method -- applied to the socket on which it is called
const { connect } = Socket.prototype;

function connectToLoopback(this: Socket, ...args: unknown[]): unknown {
  const host = hostOf(args);
  if (host === undefined || loopback.test(host)) return Reflect.apply(connect, this, args);
  const error = new Error(`A test tried to reach ${host}; tests stay on this machine`);
  process.nextTick(() => this.destroy(error));
  return this;
}

// Patch only once per worker, which runs several files.
if (connect.name !== connectToLoopback.name) {
  Object.defineProperty(Socket.prototype, 'connect', { value: connectToLoopback, configurable: true, writable: true });
}

/** Node itself passes normalized arguments in an array; other callers pass options, or port and host. */
function hostOf(args: unknown[]): string | undefined {
  const [first, second] = (Array.isArray(args[0]) ? args[0] : args) as unknown[];
  if (typeof first === 'object' && first !== null) {
    return 'host' in first && typeof first.host === 'string' ? first.host : undefined;
  }
  return typeof first === 'number' && typeof second === 'string' ? second : undefined;
}
