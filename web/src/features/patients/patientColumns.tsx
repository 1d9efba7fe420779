import { genderLabels } from '@careloop/contracts/codes';
import { formatPhone } from '@careloop/contracts/fields';
import type { PatientListItem } from '@careloop/contracts/patients';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../components/DataTable.tsx';
import { patientName } from '../../components/PatientBanner.tsx';
import links from '../../components/rowLink.module.css';
import { Unknown } from '../../components/Unknown.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { formatBirth } from '../../ui/dates.ts';

const place = ({ city, state }: PatientListItem) => [city, state].filter(Boolean).join(', ');

/** What a patient is told apart by in the list. */
export const patientColumns: readonly Column<PatientListItem>[] = [
  {
    title: 'Patient',
    render: (patient) => (
      <Link to="/Patient/$patientId" params={{ patientId: String(patient.patientId) }} className={links.rowLink}>
        {patientName(patient)}
      </Link>
    ),
  },
  {
    title: 'Date of birth',
    width: 170,
    render: ({ dateOfBirth, deceasedOn }) => (dateOfBirth ? formatBirth(dateOfBirth, deceasedOn) : <Unknown />),
  },
  { title: 'Gender', width: 90, render: ({ gender }) => (gender === 'unknown' ? <Unknown /> : genderLabels[gender]) },
  { title: 'MRN', width: 130, render: ({ mrn }) => mrn },
  { title: 'Phone', width: 140, render: ({ phone }) => formatPhone(phone) || <Unknown /> },
  { title: 'City', width: 170, render: (patient) => place(patient) || <Unknown /> },
  {
    title: 'Last encounter',
    width: 120,
    isNumeric: true,
    render: ({ lastEncounterDate }) => (lastEncounterDate === null ? 'None' : <DateText at={lastEncounterDate} />),
  },
  { title: 'Open referrals', width: 120, isNumeric: true, render: ({ openReferralCount }) => openReferralCount },
];
