import { parseArgs } from 'node:util';

import { scales } from './scales.ts';
import type { Scale } from './scales.ts';

export const usage = `npm run bench -- [options]
  --scale S|L|XL     how much the database holds (S)
  --growth           compare the lists, and all of messaging, at S and at XL instead
  --against COMMIT   compare each line with that commit, or with the one in a folder, by turns; nothing else is measured
  --only TEXT        only the lines whose title holds this, as messages: with --growth this makes no work queues
  --rounds NUMBER    rounds of product and floor each (5)
  --seconds NUMBER   length of a round (1.5)
  --role ROLE        what the product's process does: all, web or worker (all)
  --profile FOLDER   also write a processor profile of the product's process there`;

export interface Options {
  scale: Scale;
  isGrowth: boolean;
  /** A commit or a folder to compare with; empty for none. */
  against: string;
  only: string;
  rounds: number;
  secondsPerRound: number;
  role: string;
  nodeArguments: string[];
}

/** @throws TypeError or RangeError with a message that describes the invalid option */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      scale: { type: 'string', default: 'S' },
      growth: { type: 'boolean', default: false },
      against: { type: 'string', default: '' },
      only: { type: 'string', default: '' },
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '1.5' },
      role: { type: 'string', default: 'all' },
      profile: { type: 'string' },
    },
  });
  const scale = Object.values(scales).find(({ name }) => name === values.scale.toUpperCase());
  if (scale === undefined) throw new RangeError(`There is no scale ${values.scale}`);
  return {
    scale,
    isGrowth: values.growth,
    against: values.against,
    only: values.only,
    rounds: readNumber('rounds', values.rounds),
    secondsPerRound: readNumber('seconds', values.seconds),
    role: values.role,
    nodeArguments: values.profile === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${values.profile}`],
  };
}

function readNumber(name: string, text: string): number {
  const number = Number(text);
  if (number > 0) return number;
  throw new RangeError(`--${name} must be a number above 0`);
}
