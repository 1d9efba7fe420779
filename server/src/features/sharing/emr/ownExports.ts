import type { FhirResource } from '../../../core/integrations/ehr/port.ts';

/** The system that numbers exported charts, by which the EMR stores each one once even if it is sent repeatedly. */
export const sentChartSystem = (portalUrl: string): string => `${portalUrl.replace(/\/+$/, '')}/sent-chart`;

/** Whether a document in the EMR is a chart that this portal exported, which is on the patient's chart already. */
export function isOwnExport({ resourceType, masterIdentifier, identifier }: FhirResource, portalUrl: string): boolean {
  const numbers = [masterIdentifier, identifier].flat() as ({ system?: unknown } | null | undefined)[];
  const system = sentChartSystem(portalUrl);
  return resourceType === 'DocumentReference' && numbers.some((number) => number?.system === system);
}
