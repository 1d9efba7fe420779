import type { FoundPatient } from '@careloop/contracts/patients/find';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../../components/DataTable.tsx';
import links from '../../../components/rowLink.module.css';
import { Unknown } from '../../../components/Unknown.tsx';
import { formatBirth } from '../../../ui/dates.ts';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { patientName } from '../shared/PatientBanner.tsx';
import { PatientMarks } from '../shared/PatientMarks.tsx';
import { FoundAction } from './FoundAction.tsx';
import classes from '../PatientsPage.module.css';

/** Columns of found patients: full details only if the user has access. */
export const foundColumns: readonly Column<FoundPatient>[] = [
  {
    title: 'Patient',
    render: (found) => (
      <>
        {found.access === 'open' ? (
          <Link to="/Patient/$patientId" params={{ patientId: String(found.patientId) }} className={links.rowLink}>
            {patientName(found)}
          </Link>
        ) : (
          <strong>{patientName(found)}</strong>
        )}
        {found.patient !== null && <PatientMarks patient={found.patient} />}
        {found.isSimilar && <span className={classes.similar}>Similar name</span>}
      </>
    ),
  },
  {
    title: 'Born',
    isShort: true,
    render: ({ patient, birthYear }) => {
      if (patient?.dateOfBirth) return formatBirth(patient.dateOfBirth, patient.deceasedOn);
      return birthYear ?? <Unknown word="Not stated" />;
    },
  },
  { title: 'City', isShort: true, render: ({ city }) => city },
  { title: 'Client', isShort: true, isSecondary: true, render: ({ clientName }) => clientName },
  { title: 'MRN', isShort: true, render: ({ patient }) => patient?.mrn },
  {
    title: 'Access',
    isShort: true,
    render: (found) =>
      found.access === 'open' ? <StatusBadge tone="success" label="You have access" /> : <FoundAction found={found} />,
  },
];
