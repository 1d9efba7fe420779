import type { Endpoint } from '@careloop/contracts/endpoint';
import { z } from 'zod';

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
}

/** All keys of an endpoint's input, at any depth, that are named like an id and take more than fixed codes or free text. */
export function idKeys(endpoint: Endpoint): Set<string> {
  const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
  const named = propertiesOf(schema).filter(([key, value]) =>
    /^conversationKeys?$/.test(key) ? true : /(?:^id|Ids?|Tags)(?![a-z])/.test(key) && takesIds(value),
  );
  return new Set(named.map(([key]) => key));
}

/** True for numbers and formatted strings such as UUIDs, false for fixed codes and free text. */
function takesIds({ type, enum: codes, const: code, format, items, ...schema }: JsonSchema): boolean {
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  if (parts.length > 0) return parts.some(takesIds);
  if (items !== undefined) return takesIds(items);
  if (codes !== undefined || code !== undefined || type === 'null') return false;
  return type !== 'string' || format !== undefined;
}

function propertiesOf(schema: JsonSchema): [string, JsonSchema][] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [], additionalProperties } = schema;
  const inner = [...Object.values(properties), ...anyOf, ...oneOf, ...allOf];
  if (items !== undefined) inner.push(items);
  if (typeof additionalProperties === 'object') inner.push(additionalProperties);
  return [...Object.entries(properties), ...inner.flatMap(propertiesOf)];
}
