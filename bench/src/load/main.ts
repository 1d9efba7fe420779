// Generates load in a separate process, so that it does not use the product's event loop.
import { FloorLoad } from './floorLoad.ts';
import { HttpLoad } from './httpLoad.ts';
import { IdleSockets } from './idleSockets.ts';
import type { Assignment, Command, Reply } from './messages.ts';
import { runPush } from './pushLoad.ts';

let load: HttpLoad | FloorLoad | IdleSockets | null = null;

async function obey(command: Command): Promise<Reply> {
  if (command.kind === 'push') return { kind: 'pushed', report: await runPush(command) };
  if (command.kind === 'assign') {
    await load?.close();
    load = await take(command.assignment);
    return { kind: 'ready' };
  }
  if (load === null) throw new Error('Nothing has been assigned yet');
  if (command.kind === 'idle' && load instanceof IdleSockets) return { kind: 'idled', report: await load.report() };
  if (command.kind === 'idle' || load instanceof IdleSockets)
    throw new Error('The command does not match the assignment');
  return { kind: 'ran', report: await load.run(command) };
}

function take(assignment: Assignment): HttpLoad | FloorLoad | Promise<IdleSockets> {
  if (assignment.kind === 'http') return new HttpLoad(assignment.port, assignment.requests);
  if (assignment.kind === 'idle') return IdleSockets.open(assignment.port, assignment.listeners);
  return new FloorLoad(assignment.databaseUrl, assignment.floor);
}

process.on('message', (command: Command) => {
  obey(command).then(
    (reply) => process.send?.(reply),
    (error: unknown) => process.send?.({ kind: 'failed', message: String(error) } satisfies Reply),
  );
});
process.on('disconnect', () => process.exit(0));
