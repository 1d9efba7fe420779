import type { DuplicateDetail } from '@careloop/contracts/duplicates';
import { useState } from 'react';

/** A dialog that decides about a pair. */
export interface PairDialogProps {
  pair: DuplicateDetail;
  /** Called once the decision is saved. */
  onDecided: () => void;
  onClose: () => void;
}

/** What a decision names, so that it is refused if a record has changed since. */
export const comparedVersions = (patients: DuplicateDetail['patients']) =>
  patients.map(({ patientId, version }) => ({ patientId, version }));

const versionsOf = ({ status, version, patients }: DuplicateDetail) =>
  JSON.stringify([status, version, patients.map((patient) => [patient.patientId, patient.version])]);

/**
 * The pair as it was compared: as it was when the dialog was opened. The comparison behind the dialog is kept up to date, but
 * nobody has read what changed since.
 */
export function useComparedPair(current: DuplicateDetail) {
  const [pair, setPair] = useState(current);
  return {
    pair,
    hasChanged: versionsOf(pair) !== versionsOf(current),
    /** Continues with the pair as it is now. */
    reload: () => setPair(current),
  };
}
