import type { World } from '../world/world.ts';

type Cell = string | number | boolean | null;

/** Expected values in a response, by path: `items.0.patientId` is 17, `items.length` is 20. */
export type Facts = Record<string, Cell>;

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

/** SQL that the floor runs on a bare `pg` connection; a write returns what it created as `created`. */
export interface Statement {
  text: string;
  values: unknown[];
}

export interface Plan {
  requests: PlannedRequest[];
  /** The bench's own SQL for the same work, one statement per request. */
  floor: Statement[];
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
interface Acknowledged {
  /** The ids returned by the product. */
  byProduct: number[];
  byFloor: number;
}

export type Row = Record<string, Cell>;

/** A call that reads, and the SQL that reads the same. */
export interface Read {
  endpoint: { path: string };
  token: string;
  query?: Record<string, string | number | boolean>;
  /** Sent by POST. */
  body?: object;
  sql: Statement;
  /** What the answer must hold, given the rows of the SQL. */
  facts: (rows: readonly Row[]) => Facts;
}

/** How many requests a line plans: its usual number, or less if the scale limits it. */
export function plannedCount({ scale }: World, usual: number): number {
  return Math.min(usual, scale.plannedRequests ?? usual);
}

interface ReadLine extends Pick<Line, 'title' | 'goal' | 'isGrowthSeen'> {
  /** Number of different requests. */
  count: number;
  /** Prepares the line on a world; the returned function chooses one call after the other. */
  prepare: (world: World) => Promise<() => Read | Promise<Read>>;
}

export function readLine({ count, prepare, ...line }: ReadLine): Line {
  return {
    ...line,
    async plan(world) {
      const next = await prepare(world);
      const plan: Plan = { requests: [], floor: [] };
      while (plan.requests.length < plannedCount(world, count)) {
        const { endpoint, token, query = {}, body, sql, facts } = await next();
        const parameters = new URLSearchParams(
          Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
        );
        const { rows } = await world.client.query<Row>(sql);
        plan.floor.push(sql);
        plan.requests.push({
          method: body === undefined ? 'GET' : 'POST',
          path: `/api${endpoint.path}${parameters.size > 0 ? `?${parameters.toString()}` : ''}`,
          token,
          ...(body !== undefined && { body }),
          facts: facts(rows),
        });
      }
      return plan;
    },
  };
}

/** The expected items of a list: each path in an item, with the column that holds its value. */
export function itemFacts(rows: readonly Row[], columns: Record<string, string>): Facts {
  const cells = rows.flatMap((row, index) =>
    Object.entries(columns).map(([path, column]) => [`items.${index}.${path}`, row[column] ?? null] as const),
  );
  return { 'items.length': rows.length, ...Object.fromEntries(cells) };
}
