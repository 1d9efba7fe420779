import { genderLabels } from '@careloop/contracts/codes';
import { formatPhone } from '@careloop/contracts/fields';
import type { PatientListItem } from '@careloop/contracts/patients';
import type { PatientSort } from '@careloop/contracts/patients/filters';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Column } from '../../components/DataTable.tsx';
import { FavoriteButton } from './shared/FavoriteButton.tsx';
import { patientName } from './shared/PatientBanner.tsx';
import { PatientMarks } from './shared/PatientMarks.tsx';
import links from '../../components/rowLink.module.css';
import { Unknown } from '../../components/Unknown.tsx';
import { DateText } from '../../ui/DateText.tsx';
import { formatBirth } from '../../ui/dates.ts';
import classes from './PatientsPage.module.css';

const place = ({ city, state }: PatientListItem) => [city, state].filter(Boolean).join(', ');

/** Some systems number patients with a UUID: its end tells two of them apart. The banner has the whole of it. */
const shortMrn = (mrn: string) => (mrn.length > 16 ? `…${mrn.slice(-8)}` : mrn);

interface PatientColumn extends Column<PatientListItem> {
  orderKey?: PatientSort;
}

/** Columns that identify a patient in the list. */
export const patientColumns: readonly PatientColumn[] = [
  {
    title: 'Patient',
    width: 28,
    orderKey: 'name',
    render: (patient) => (
      <div className={classes['named']}>
        <FavoriteButton patient={patient} isFavorite={patient.isFavorite} />
        <span>
          <Link to="/Patient/$patientId" params={{ patientId: String(patient.patientId) }} className={links.rowLink}>
            {patientName(patient)}
          </Link>
          <PatientMarks patient={patient} />
        </span>
      </div>
    ),
  },
  {
    title: 'Date of birth',
    width: 14,
    orderKey: 'dateOfBirth',
    isShort: true,
    render: ({ dateOfBirth, deceasedOn }) =>
      dateOfBirth ? formatBirth(dateOfBirth, deceasedOn) : <Unknown word="Not stated" />,
  },
  {
    title: 'Gender',
    width: 9,
    orderKey: 'gender',
    isShort: true,
    render: ({ gender }) => (gender === 'unknown' ? <Unknown word="Not stated" /> : genderLabels[gender]),
  },
  {
    title: 'MRN',
    width: 11,
    orderKey: 'mrn',
    isShort: true,
    render: ({ mrn, mrnSystem }) => (
      <>
        <span title={mrn}>{shortMrn(mrn)}</span>
        {mrnSystem !== null && (
          <Text span display="block" fz="xs" c="dimmed">
            {mrnSystem}
          </Text>
        )}
      </>
    ),
  },
  { title: 'Phone', width: 11, orderKey: 'phone', isShort: true, render: ({ phone }) => formatPhone(phone) },
  { title: 'City', width: 13, orderKey: 'city', isShort: true, isSecondary: true, render: (patient) => place(patient) },
  {
    title: 'Last encounter',
    width: 10,
    orderKey: 'lastEncounter',
    isNumeric: true,
    render: ({ lastEncounterDate }) => lastEncounterDate !== null && <DateText at={lastEncounterDate} />,
  },
  {
    title: 'Open referrals',
    width: 10,
    orderKey: 'openReferrals',
    isNumeric: true,
    render: ({ openReferralCount }) => openReferralCount,
  },
];
