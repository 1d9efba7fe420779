import type { World } from '../world/world.ts';

/** What must stand at a place of an answer: `items.0.patientId` is 17, `items.length` is 20. */
export type Facts = Record<string, string | number | boolean>;

/** One call of the API as the load generator sends it. */
export interface PlannedRequest {
  method: 'GET' | 'POST';
  /** With the query, from `/api` on. */
  path: string;
  token: string;
  body?: object;
  /** Sent with a new Idempotency-Key each time. */
  isCreate?: boolean;
  facts: Facts;
}

/** A statement by the place of its text in `texts`. */
export interface PlannedStatement {
  text: number;
  values: unknown[];
}

/** The floor of a line: what a bare `pg` loop does with the same parameters. */
export interface FloorPlan {
  texts: string[];
  /** One for each request; several statements are one transaction. */
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
  /** Whether its growth from S to XL is looked at. Messaging has lines of its own for that. */
  isGrowthSeen: boolean;
  /** Requests with random parameters, what they must answer, and their floor. */
  plan(world: World): Promise<Plan>;
  /** Looks at the rows before the rounds; what it answers looks at them afterwards and tells what is wrong. */
  watch?(world: World): Promise<Verify>;
}

export type Verify = (acknowledged: Acknowledged) => Promise<string[]>;

/** What was created while a line ran. */
export interface Acknowledged {
  /** The ids that the product answered. */
  byProduct: number[];
  byFloor: number;
}
