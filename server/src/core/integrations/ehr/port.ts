/** A FHIR R4 resource as returned by the EMR. */
export type FhirResource = Record<string, unknown> & { resourceType: string; id?: string };

/** EMR of a client: records are read from it and documents are added to it. */
export interface Ehr {
  /** Name of the system that assigns its record numbers (features/interop: `sender`). */
  readonly source: string;
  readonly baseUrl: string;
  /**
   * All resources found by a search, page by page.
   * @throws EhrRefused if the EMR does not support the search; NotTakenError or another error if it did not respond
   */
  search(type: string, query: Record<string, string>): AsyncGenerator<FhirResource[]>;
  /** Null if it does not exist or this product may not read it. */
  read(type: string, id: string): Promise<FhirResource | null>;
  /** Adds a resource unless one with this identifier already exists. */
  create(resource: FhirResource, identifier: { system: string; value: string }): Promise<void>;
}

/** The EMR refused the request permanently; a retry cannot succeed. */
export class EhrRefused extends Error {
  override readonly name = 'EhrRefused';
}
