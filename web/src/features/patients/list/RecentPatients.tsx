import { listRecentPatients } from '@careloop/contracts/patients/lists';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { patientName } from '../shared/PatientBanner.tsx';
import { patientFacts } from '../shared/patientFacts.ts';
import classes from '../PatientsPage.module.css';

/** The patients the user opened last, in one line whose space is reserved. */
export function RecentPatients(): ReactNode {
  // The patient the user just left must come first.
  const query = useQuery({ ...queryOf(listRecentPatients, {}), staleTime: 0 });
  const items = query.data?.items ?? [];
  return (
    <nav aria-label="Recently viewed" className={classes['recent']}>
      <span className={classes['recentTitle']}>Recently viewed</span>
      {query.data !== undefined && items.length === 0 && <span>Patients you open appear here.</span>}
      {items.map((patient) => (
        <Link
          key={patient.patientId}
          to="/Patient/$patientId"
          params={{ patientId: String(patient.patientId) }}
          title={patientFacts(patient)}
        >
          {patientName(patient)}
        </Link>
      ))}
    </nav>
  );
}
