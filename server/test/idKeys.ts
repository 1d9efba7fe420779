import type { Endpoint } from '@careloop/contracts/endpoint';
import { z } from 'zod';

/** Keys that name no row of anybody's: entries of lists that all users share, and numbers that are data. */
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

/** Every key of the endpoint's input, however deep, that takes the id of a row. */
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
