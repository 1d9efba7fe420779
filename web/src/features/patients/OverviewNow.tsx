import { appointmentStatusLabels, encounterTypeLabels } from '@careloop/contracts/codes';
import { type PatientInfo } from '@careloop/contracts/patients';
import { shortAdmitReason } from '@careloop/contracts/patients/encounters';
import { type PatientOverview } from '@careloop/contracts/patients/overview';
import { Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { Section } from '../../components/Section.tsx';
import { PlaceTimeText } from '../../ui/DateText.tsx';
import classes from './PatientRecord.module.css';

/** Where the patient is now and where they go next. */
export function OverviewNow({ overview, patient }: { overview: PatientOverview; patient: PatientInfo }): ReactNode {
  const { currentEncounter, nextAppointment } = overview;
  return (
    <Section title="Now" heading="h2">
      <ul className={classes.lines}>
        <li>
          <Text span c="dimmed" flex="none">
            Current encounter
          </Text>
          <span className={classes.end}>
            {currentEncounter === null ? (
              <Text span c="dimmed">
                No current encounter on file
              </Text>
            ) : (
              <>
                <Link
                  from="/Patient/$patientId"
                  search={{ section: 'encounters', patientEncounterId: currentEncounter.patientEncounterId }}
                >
                  {encounterTypeLabels[currentEncounter.encounterType]} since{' '}
                  <PlaceTimeText at={currentEncounter.encounterDate} timeZone={currentEncounter.timeZone} />
                </Link>
                <Text span c="dimmed" fz="sm" display="block" title={currentEncounter.admitReason ?? undefined}>
                  {[currentEncounter.facilityName, shortAdmitReason(currentEncounter.admitReason)]
                    .filter(Boolean)
                    .join(' · ')}
                </Text>
              </>
            )}
          </span>
        </li>
        {!patient.isDeceased && (
          <li>
            <Text span c="dimmed" flex="none">
              Next appointment
            </Text>
            <span className={classes.end}>
              {nextAppointment === null ? (
                <Text span c="dimmed">
                  No appointment on file
                </Text>
              ) : (
                <>
                  <Link from="/Patient/$patientId" search={{ section: 'appointments' }}>
                    <PlaceTimeText at={nextAppointment.appointmentTime} timeZone={nextAppointment.timeZone} />
                  </Link>
                  <Text span c="dimmed" fz="sm" display="block">
                    {[
                      nextAppointment.description,
                      nextAppointment.service,
                      nextAppointment.providerName,
                      nextAppointment.addressLabel,
                      appointmentStatusLabels[nextAppointment.status],
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </Text>
                </>
              )}
            </span>
          </li>
        )}
      </ul>
    </Section>
  );
}
