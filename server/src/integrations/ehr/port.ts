/** A FHIR R4 resource as the EMR gave it. */
export type FhirResource = Record<string, unknown> & { resourceType: string; id?: string };

/** The EMR of a client: records are read from it, and documents are added to it. */
export interface Ehr {
  /** The system that numbers its records (features/interop: `sender`). */
  readonly source: string;
  readonly baseUrl: string;
  /**
   * All resources that a search finds, page by page.
   * @throws EhrRefused when the EMR does not offer that search; NotTakenError or another error when it did not answer
   */
  search(type: string, query: Record<string, string>): AsyncGenerator<FhirResource[]>;
  /** Null when there is none, or none for this product. */
  read(type: string, id: string): Promise<FhirResource | null>;
  /** Adds a resource unless there is one with this identifier already. */
  create(resource: FhirResource, identifier: { system: string; value: string }): Promise<void>;
}

/** The EMR answered that it does not do this: asking again is of no use. */
export class EhrRefused extends Error {
  override readonly name = 'EhrRefused';
}
