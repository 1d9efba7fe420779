import type { World } from '../world/world.ts';

/** Expected values in a response, by path: `items.0.patientId` is 17, `items.length` is 20. */
export type Facts = Record<string, string | number | boolean>;

/** One API call sent by the load generator. */
export interface PlannedRequest {
  method: 'GET' | 'POST';
  /** Path from `/api` on, including the query string. */
  path: string;
  token: string;
  body?: object;
  /** Sent with a new Idempotency-Key each time. */
  isCreate?: boolean;
  facts: Facts;
}

/** A statement, with the index of its text in `texts`. */
export interface PlannedStatement {
  text: number;
  values: unknown[];
}

/** The floor of a line: the statements a bare `pg` loop runs with the same parameters. */
export interface FloorPlan {
  texts: string[];
  /** One entry per request; several statements form one transaction. */
  works: PlannedStatement[][];
}

export interface Plan {
  requests: PlannedRequest[];
  floor: FloorPlan;
}

/** One line of the load table. */
export interface Line {
  title: string;
  goal: string;
  /** Whether its growth from S to XL is measured. Messaging has separate lines for that. */
  isGrowthSeen: boolean;
  /** Requests with random parameters, their expected responses, and their floor. */
  plan(world: World): Promise<Plan>;
  /** Reads the rows before the rounds; the returned function checks them afterwards and reports errors. */
  watch?(world: World): Promise<Verify>;
}

export type Verify = (acknowledged: Acknowledged) => Promise<string[]>;

/** Items created while a line ran. */
export interface Acknowledged {
  /** The ids returned by the product. */
  byProduct: number[];
  byFloor: number;
}
