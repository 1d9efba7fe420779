import { isEndpoint } from '@careloop/contracts/endpoint';
import type { Endpoint } from '@careloop/contracts/endpoint';

import type { Db } from '../platform/db/client.ts';
import type { JobDefinition, JobSet } from '../platform/jobs/defineJob.ts';
import type { Completions } from '../platform/realtime/completions.ts';
import type { App } from './app.ts';

/** What a feature adds to the product: its `feature.ts` declares it, and `features/index.ts` lists it. */
export interface Feature {
  /** Modules that declare its endpoints; buildApp() fails if one has no route. */
  contracts: readonly object[];
  routes: readonly ((app: App) => void)[];
  /** Names and payloads of its jobs; the handlers stand in its `worker.ts`. */
  jobs?: JobSet;
  /** Functions that complete events published without their expensive fields. */
  completions?: (db: Db) => Partial<Completions>;
}

/** Every job of these features; each has a queue. */
export function jobsOf(features: readonly Feature[]): readonly JobDefinition[] {
  return features.flatMap(({ jobs = {} }) => Object.values(jobs));
}

/** Every endpoint that the contracts of these features declare, by its exported name. */
export function endpointsOf(features: readonly Feature[]): Map<string, Endpoint> {
  const exported = features.flatMap(({ contracts }) => contracts.flatMap((module) => Object.entries(module)));
  return new Map(exported.filter((entry): entry is [string, Endpoint] => isEndpoint(entry[1])));
}
