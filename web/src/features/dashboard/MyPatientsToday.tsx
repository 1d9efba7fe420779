import { patientName } from '@careloop/contracts/patients/identity';
import { encounterTypeLabels } from '@careloop/contracts/codes';
import type { Dashboard } from '@careloop/contracts/dashboard';
import type { PatientSummary } from '@careloop/contracts/patients';
import { Group, Text } from '@mantine/core';
import { IconCalendarCheck } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { PatientMarks } from '../patients/shared/PatientMarks.tsx';
import { answerLine } from '../referrals/shared/answerWords.ts';
import { ReferralStatusBadge } from '../referrals/shared/ReferralBadges.tsx';
import { DateText, PlaceTimeText } from '../../ui/DateText.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Card } from './Card.tsx';
import classes from './HomePage.module.css';

type MyPatients = NonNullable<Dashboard['myPatients']>;

interface RowProps {
  patient: PatientSummary;
  link: LinkProps;
  /** Right of the name. */
  end: ReactNode;
  children: ReactNode;
}

function Row({ patient, link, end, children }: RowProps): ReactNode {
  return (
    <li>
      <Link {...link} className={classes.row}>
        <Group justify="space-between" gap="0 var(--mantine-spacing-sm)">
          <Text span fw={600}>
            {patientName(patient)} <PatientMarks patient={patient} />
          </Text>
          {end}
        </Group>
        <Text span fz="xs" c="dimmed" display="block">
          {children}
        </Text>
      </Link>
    </li>
  );
}

const ofPatient = ({ patientId }: PatientSummary) =>
  ({ to: '/Patient/$patientId', params: { patientId: String(patientId) } }) as const;

const joined = (...words: (string | null)[]) => words.filter(Boolean).join(' · ');

/** Today's appointments and admissions. */
export function Today({ appointments, admissions }: MyPatients): ReactNode {
  return (
    <Card title="My patients today" link={<Link to="/Patients">My Patients</Link>}>
      {appointments.length + admissions.length === 0 && (
        <EmptyState icon={<IconCalendarCheck size={24} />} title="No appointments or admissions on file for today" />
      )}
      <ul className={classes.rows}>
        {admissions.map((one) => (
          <Row
            key={`admission-${one.patientEncounterId}`}
            patient={one.patient}
            link={{
              ...ofPatient(one.patient),
              search: { section: 'encounters', patientEncounterId: one.patientEncounterId },
            }}
            end={
              <Text span fz="sm">
                Admitted <PlaceTimeText at={one.encounterDate} timeZone={one.timeZone} isToday />
              </Text>
            }
          >
            {joined(encounterTypeLabels[one.encounterType], one.facilityName)}
          </Row>
        ))}
        {appointments.map((one) => (
          <Row
            key={`appointment-${one.patientAppointmentId}`}
            patient={one.patient}
            link={{ ...ofPatient(one.patient), search: { section: 'appointments' } }}
            end={
              <Text span fz="sm">
                <PlaceTimeText at={one.appointmentTime} timeZone={one.timeZone} isToday />
              </Text>
            }
          >
            {joined(one.description ?? 'Appointment', one.providerName)}
          </Row>
        ))}
      </ul>
    </Card>
  );
}

/** The latest documents of the user's patients. */
export function LatestDocuments({ documents }: Pick<MyPatients, 'documents'>): ReactNode {
  return (
    <Card title="Latest documents">
      <ul className={classes.rows}>
        {documents.map((one) => (
          <Row
            key={one.patientDocumentId}
            patient={one.patient}
            link={{
              ...ofPatient(one.patient),
              search: { section: 'documents', patientDocumentId: one.patientDocumentId },
            }}
            end={
              <Text span fz="sm" c="dimmed">
                <DateText at={one.dateProvided} />
              </Text>
            }
          >
            {one.documentName === one.documentTypeName
              ? one.documentName
              : joined(one.documentTypeName, one.documentName)}
          </Row>
        ))}
      </ul>
    </Card>
  );
}

/** The latest answers to referrals that the user sent. */
export function LatestAnswers({ answers }: Pick<Dashboard, 'answers'>): ReactNode {
  return (
    <Card title="Latest answers">
      <ul className={classes.rows}>
        {answers.map((one) => (
          <Row
            key={one.referralId}
            patient={one.patient}
            link={{ to: '/Referrals', search: { referralId: one.referralId } }}
            end={<ReferralStatusBadge status={one.status} />}
          >
            {answerLine(one) ?? (
              <>
                {one.referredToName !== null && `${one.referredToName} · `}
                {one.status === 'scheduled' && one.latestAppointment !== null ? (
                  <>
                    Appointment{' '}
                    <PlaceTimeText
                      at={one.latestAppointment.appointmentTime}
                      timeZone={one.latestAppointment.timeZone}
                    />
                  </>
                ) : (
                  <DateText at={one.statusChangedAt} />
                )}
              </>
            )}
          </Row>
        ))}
      </ul>
    </Card>
  );
}
