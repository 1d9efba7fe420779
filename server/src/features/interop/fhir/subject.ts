import { Rejection } from './draft.ts';

import type { Ref } from '../shared/references.ts';

/** @throws Rejection for a record that names no patient */
export function subjectOf(patient: Ref | null): Ref {
  if (patient === null) throw new Rejection('names no patient');
  return patient;
}
