import { listPatients } from '@careloop/contracts/patients';
import { countPatients, getPatientListOptions } from '@careloop/contracts/patients/lists';
import { listPopulations } from '@careloop/contracts/patients/populations';

export interface PopulationsDialogProps {
  onClose: () => void;
}

/** Endpoints that a change of a population makes stale. */
export const staleAfterPopulation = [listPopulations, getPatientListOptions, listPatients, countPatients];
