import { formatPhone } from '@careloop/contracts/fields';
import { type PatientInfo } from '@careloop/contracts/patients';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../../components/Section.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { formatDay } from '../../ui/dates.ts';
import classes from './PatientRecord.module.css';

function nextOfKin({ nextOfKinName, nextOfKinRelationship, nextOfKinPhone }: PatientInfo): string {
  return [nextOfKinName, nextOfKinRelationship, formatPhone(nextOfKinPhone)].filter(Boolean).join(', ');
}

/** The patient's contact details. */
export function Contact({ patient }: { patient: PatientInfo }): ReactNode {
  const street = [patient.address1, patient.address2].filter(Boolean).join(', ');
  const city = [patient.city, [patient.state, patient.zipcode].filter(Boolean).join(' ')].filter(Boolean).join(', ');
  return (
    <Section title="Contact" heading="h2">
      <Facts
        columns={2}
        facts={[
          { label: 'Cell phone', value: formatPhone(patient.cellPhone) },
          { label: 'Home phone', value: formatPhone(patient.homePhone) },
          { label: 'Office phone', value: formatPhone(patient.officePhone) },
          { label: 'Alternate phone', value: formatPhone(patient.alternatePhone) },
          { label: 'Email', value: patient.email },
          { label: 'Address', value: [street, city].filter(Boolean).join(', ') },
          { label: 'Caregiver', value: patient.caregiverName },
          { label: 'Next of kin', value: nextOfKin(patient) },
          { label: 'Primary care', value: patient.pcpName },
          { label: 'Language', value: patient.language },
          { label: 'Client', value: patient.clientName },
        ]}
      />
    </Section>
  );
}

/** The patient's coverages. */
export function Coverage({ coverages }: Pick<PatientInfo, 'coverages'>): ReactNode {
  return (
    <Section title="Insurance" heading="h2" count={coverages.length}>
      {coverages.length === 0 && <Text c="dimmed">No insurance on file</Text>}
      <ul className={classes.lines}>
        {coverages.map((coverage) => (
          <li key={coverage.patientCoverageId}>
            <span>
              {coverage.payerName}
              <Text span c="dimmed" fz="sm">
                {coverage.planType === null ? '' : ` · ${coverage.planType}`} · Member{' '}
                {coverage.memberId ?? 'ID not stated'}
              </Text>
            </span>
            <Text span c="dimmed" fz="sm" flex="none">
              {coverage.startDate === null ? 'Start not stated' : `From ${formatDay(coverage.startDate)}`}
              {coverage.endDate === null ? '' : ` to ${formatDay(coverage.endDate)}`}
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  );
}
