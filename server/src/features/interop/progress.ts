import path from 'node:path';

import { SingleBar } from 'cli-progress';

import type { Progress } from './importFiles.ts';

/** Reports import progress on standard error: a bar in a terminal, plain lines elsewhere. */
export function terminalProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  return stream.isTTY ? barProgress(stream) : lineProgress(stream);
}

function barProgress(stream: NodeJS.WriteStream): Progress {
  let bar: SingleBar | undefined;
  return {
    start(what, total) {
      bar = new SingleBar({
        stream,
        format: `${what.padEnd(9)} [{bar}] {percentage}% | {value}/{total} ${what === 'Reading' ? 'files' : 'records'} | {file}`,
        barsize: 30,
        hideCursor: true,
        stopOnComplete: false,
        // The caller's signal handler stops the bar.
        gracefulExit: false,
      });
      bar.start(total, 0, { file: '' });
    },
    advance(howMany, file) {
      bar?.increment(howMany, { file: path.basename(file).slice(0, 50) });
    },
    stop() {
      bar?.update({ file: '' });
      bar?.stop();
    },
  };
}

/** At most ten lines per pass, to keep logs readable. */
function lineProgress(stream: NodeJS.WriteStream): Progress {
  let now = { what: '', total: 0, done: 0, tenths: 0 };
  return {
    start(what, total) {
      now = { what, total, done: 0, tenths: 0 };
    },
    advance(howMany) {
      now.done += howMany;
      const tenths = now.total === 0 ? 0 : Math.floor((now.done * 10) / now.total);
      if (tenths === now.tenths) return;
      now.tenths = tenths;
      stream.write(`${now.what} ${tenths * 10}% (${now.done} of ${now.total})\n`);
    },
    stop() {},
  };
}
