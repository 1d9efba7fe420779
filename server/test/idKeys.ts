import type { Endpoint } from '@careloop/contracts/endpoint';
import { z } from 'zod';

/** Id keys without access control: entries of shared lists, and numbers that are plain data. */
export const sharedKeys = new Set([
  'DocumentTypeId',
  'codedConceptId',
  'diagnosisCodedConceptId',
  'eventTypeId',
  'healthcareProviderSpecialtyId',
  'healthcareProviderTagIds',
  'insurancePlanId',
  'memberId',
  'reportId',
  'taskTemplateId',
  'userTypeId',
  'workQueueId',
  'workQueueIds',
]);

interface JsonSchema {
  properties?: Record<string, JsonSchema>;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  allOf?: JsonSchema[];
  additionalProperties?: JsonSchema | boolean;
}

/** All keys of an endpoint's input, at any depth, that take a row id. */
export function idKeys(endpoint: Endpoint): Set<string> {
  const schema = z.toJSONSchema(endpoint.input, { io: 'input', unrepresentable: 'any' });
  return new Set(keysOf(schema as JsonSchema).filter((key) => /^id$|Ids?$|^conversationKey$/.test(key)));
}

function keysOf(schema: JsonSchema): string[] {
  const { properties = {}, items, anyOf = [], oneOf = [], allOf = [], additionalProperties } = schema;
  const inner = [...Object.values(properties), ...anyOf, ...oneOf, ...allOf];
  if (items !== undefined) inner.push(items);
  if (typeof additionalProperties === 'object') inner.push(additionalProperties);
  return [...Object.keys(properties), ...inner.flatMap(keysOf)];
}
