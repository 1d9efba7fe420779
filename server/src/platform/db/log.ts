/** Logger interface of the database layer; pino and Fastify's `log` satisfy it. */
export interface Log {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
  error(details: object, message: string): void;
}

/** For tests, and for commands that print only their own output. */
export const silentLog: Log = { info() {}, warn() {}, error() {} };
