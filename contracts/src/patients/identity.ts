import type { PatientSummary } from '../patients.ts';

type Named = Pick<PatientSummary, 'firstName' | 'middleName' | 'lastName'> &
  Partial<Pick<PatientSummary, 'nameSuffix'>>;

/** LAST Jr., First Middle. */
export function patientName({ firstName, middleName, lastName, nameSuffix }: Named): string {
  const given = [firstName, middleName].filter(Boolean).join(' ');
  return `${[lastName.toLocaleUpperCase('en-US'), nameSuffix].filter(Boolean).join(' ')}, ${given}`;
}

/** "MRN 1234", with the system that assigned it if the client has several. */
export const mrnText = ({ mrn, mrnSystem }: Pick<PatientSummary, 'mrn' | 'mrnSystem'>): string =>
  mrnSystem === null ? `MRN ${mrn}` : `MRN ${mrn} (${mrnSystem})`;
