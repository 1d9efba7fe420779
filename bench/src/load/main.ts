// Generates load in a separate process, so that it does not use the product's event loop.
import { FloorLoad } from './floorLoad.ts';
import { HttpLoad } from './httpLoad.ts';
import type { Command, Reply } from './messages.ts';
import { runPush } from './pushLoad.ts';

let load: HttpLoad | FloorLoad | null = null;

async function obey(command: Command): Promise<Reply> {
  if (command.kind === 'push') return { kind: 'pushed', report: await runPush(command) };
  if (command.kind === 'run') {
    if (load === null) throw new Error('Nothing has been assigned yet');
    return { kind: 'ran', report: await load.run(command) };
  }
  const { assignment } = command;
  await load?.close();
  load =
    assignment.kind === 'http'
      ? new HttpLoad(assignment.port, assignment.requests)
      : new FloorLoad(assignment.databaseUrl, assignment.statements);
  return { kind: 'ready' };
}

process.on('message', (command: Command) => {
  obey(command).then(
    (reply) => process.send?.(reply),
    (error: unknown) => process.send?.({ kind: 'failed', message: String(error) } satisfies Reply),
  );
});
process.on('disconnect', () => process.exit(0));
