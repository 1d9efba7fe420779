import { allOf } from '@careloop/contracts/access';
import { formatPhone } from '@careloop/contracts/fields';
import { listCareTeam } from '@careloop/contracts/care-teams';
import { type PatientInfo } from '@careloop/contracts/patients';
import { listReferrals } from '@careloop/contracts/referrals';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { ConversationWidget } from '../messages/shared/ConversationWidget.tsx';
import { ReferralListRow } from '../referrals/shared/ReferralListRow.tsx';
import { Section } from '../../components/Section.tsx';
import { useSession } from '../../session/useSession.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { formatDay } from '../../ui/dates.ts';
import { ListSkeleton } from '../../ui/Skeletons.tsx';
import classes from './PatientRecord.module.css';

function nextOfKin({ nextOfKinName, nextOfKinRelationship, nextOfKinPhone }: PatientInfo): string {
  return [nextOfKinName, nextOfKinRelationship, formatPhone(nextOfKinPhone)].filter(Boolean).join(', ');
}

function Contact({ patient }: { patient: PatientInfo }): ReactNode {
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
          { label: 'E-mail', value: patient.email },
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

function Coverage({ coverages }: Pick<PatientInfo, 'coverages'>): ReactNode {
  return (
    <Section title="Coverage" heading="h2" count={coverages.length}>
      {coverages.length === 0 && <Text c="dimmed">No coverage on file</Text>}
      <ul className={classes.lines}>
        {coverages.map((coverage) => (
          <li key={coverage.patientCoverageId}>
            <span>
              {coverage.payerName}
              <Text span c="dimmed" fz="sm">
                {coverage.planType === null ? '' : ` · ${coverage.planType}`} · Member{' '}
                {coverage.memberId ?? 'id unknown'}
              </Text>
            </span>
            <Text span c="dimmed" fz="sm" flex="none">
              {coverage.startDate === null ? 'Start unknown' : `From ${formatDay(coverage.startDate)}`}
              {coverage.endDate === null ? '' : ` to ${formatDay(coverage.endDate)}`}
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function CareTeamNames({ patientId }: { patientId: number }): ReactNode {
  const { data } = useQuery(queryOf(listCareTeam, { patientId }));
  if (data === undefined) return <ListSkeleton count={2} />;
  const members = data.members.filter((member) => member.status === 'accepted');
  return (
    <Section
      title="Care team"
      heading="h2"
      count={members.length}
      action={
        <Link from="/Patient/$patientId" search={{ section: 'careTeam' }}>
          Show care team
        </Link>
      }
    >
      {members.length === 0 && <Text c="dimmed">Nobody is on the care team yet</Text>}
      <ul className={classes.lines}>
        {members.map((member) => (
          <li key={member.careTeamMemberId}>
            <span>
              {member.lastName}, {member.firstName}
            </span>
            <Text span c="dimmed" fz="sm">
              {[member.isPcp ? 'PCP' : null, member.specialty].filter(Boolean).join(' · ')}
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function OpenReferrals({ patientId }: { patientId: number }): ReactNode {
  const query = useQuery(queryOf(listReferrals, { patientId, status: 'open' }));
  if (query.isPending) return <ListSkeleton count={2} />;
  if (query.data === undefined)
    return <ErrorState size="small" error={query.error} onRetry={() => void query.refetch()} />;
  const referrals = query.data.items;
  return (
    <Section
      title="Open referrals"
      heading="h2"
      count={referrals.length}
      action={
        <Link from="/Patient/$patientId" search={{ section: 'referrals' }}>
          Show all referrals
        </Link>
      }
    >
      {referrals.length === 0 && <Text c="dimmed">No open referrals</Text>}
      <ul className={classes.referrals}>
        {referrals.map((referral) => (
          <li key={referral.referralId}>
            <Link from="/Patient/$patientId" search={{ section: 'referrals', referralId: referral.referralId }}>
              <ReferralListRow item={referral} hidesPatient />
            </Link>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** What somebody opening the patient looks for first. */
export function Overview({ patient }: { patient: PatientInfo }): ReactNode {
  const { can } = useSession();
  return (
    <div className={classes.overview}>
      <div>
        <OpenReferrals patientId={patient.patientId} />
        {can(allOf('Messages')) && <ConversationWidget patientId={patient.patientId} />}
        <CareTeamNames patientId={patient.patientId} />
      </div>
      <div>
        <Contact patient={patient} />
        <Coverage coverages={patient.coverages} />
      </div>
    </div>
  );
}
