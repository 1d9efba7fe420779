import { careTeamTexts } from '@careloop/contracts/care-teams';
import { formatPhone } from '@careloop/contracts/fields';
import type { PatientInfo } from '@careloop/contracts/patients';
import { listRecentViewers, overviewLimits, type PatientOverview } from '@careloop/contracts/patients/overview';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState, type ReactNode } from 'react';
import { queryOf } from '../../api/query.ts';
import { Section } from '../../components/Section.tsx';
import { RelativeTime } from '../../ui/DateText.tsx';
import { formatDay } from '../../ui/dates.ts';
import { Facts } from '../../ui/Facts.tsx';
import { QueryState } from '../../ui/QueryState.tsx';
import { formatPartialDay } from '../clinical-record/shared/words.ts';
import { ClinicalSummarySections } from '../clinical-record/shared/ClinicalSummaryCard.tsx';
import { ConversationWidget } from '../messages/shared/ConversationWidget.tsx';
import { ReferralListRow } from '../referrals/shared/ReferralListRow.tsx';
import { TaskBadge } from '../tasks/shared/TaskBadge.tsx';
import { PatientPopulations } from './shared/PatientPopulations.tsx';
import { overviewOf } from './shared/openPatient.ts';
import { NotKept, UnreadImports } from './ImportNotes.tsx';
import { OverviewNow } from './OverviewNow.tsx';
import { noDocumentDate, restrictionWord } from '../charts/shared/documentWords.ts';
import classes from './PatientRecord.module.css';
import type { SectionName } from './search.ts';

/** What users look for first when they open a patient. */
export function Overview({ patient }: { patient: PatientInfo }): ReactNode {
  const query = useQuery(overviewOf(patient.patientId));
  if (query.data === undefined) return <QueryState query={query} />;
  const overview = query.data;
  return (
    <div className={classes.overview}>
      <div>
        <UnreadImports patientId={patient.patientId} imports={overview.imports} />
        <OverviewNow overview={overview} patient={patient} />
        <OpenReferrals overview={overview} />
        <OpenTasks overview={overview} count={overview.sectionCounts.tasks} />
        {overview.conversations !== null && (
          <ConversationWidget patientId={patient.patientId} allowance={patient.can.sendMessage} />
        )}
        <RecentDocuments overview={overview} count={overview.sectionCounts.documents} />
      </div>
      <div>
        <Problems overview={overview} />
        <ClinicalSummarySections
          patientId={patient.patientId}
          summary={overview.clinicalSummary}
          heading="h2"
          hidesProblems
        />
        <CareTeamNames overview={overview} />
        <Contact patient={patient} />
        <Coverage coverages={patient.coverages} />
        <Section title="Populations" heading="h2">
          <PatientPopulations
            patientId={patient.patientId}
            own={overview.populations}
            canEdit={patient.can.addEncounter === true}
          />
        </Section>
        <RecentViewers patientId={patient.patientId} overview={overview} />
        <NotKept imports={overview.imports} />
      </div>
    </div>
  );
}

interface PartProps {
  overview: PatientOverview;
}

function ShowSection({ section, children }: { section: SectionName; children: string }): ReactNode {
  return (
    <Link from="/Patient/$patientId" search={{ section }}>
      {children}
    </Link>
  );
}

function OpenReferrals({ overview: { openReferrals, openReferralCount } }: PartProps): ReactNode {
  return (
    <Section
      title="Open referrals"
      heading="h2"
      count={openReferralCount}
      action={<ShowSection section="referrals">Show all referrals</ShowSection>}
    >
      {openReferrals.length === 0 && <Text c="dimmed">No open referrals</Text>}
      <ul className={classes.referrals}>
        {openReferrals.map((referral) => (
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

function OpenTasks({ overview: { tasks }, count }: PartProps & { count: number }): ReactNode {
  return (
    <Section
      title="Open tasks"
      heading="h2"
      count={count}
      action={<ShowSection section="tasks">Show all tasks</ShowSection>}
    >
      {tasks.length === 0 && <Text c="dimmed">No open tasks</Text>}
      <ul className={classes.lines}>
        {tasks.map(({ taskId, description, assignedToName, dateDue, status }) => (
          <li key={taskId}>
            <span>
              <Link from="/Patient/$patientId" search={{ section: 'tasks', taskId }}>
                {description}
              </Link>
            </span>
            <span className={classes.end}>
              <TaskBadge status={status} />
              <Text span c="dimmed" fz="sm" display="block">
                {[assignedToName, dateDue === null ? null : `due ${formatDay(dateDue)}`].filter(Boolean).join(' · ')}
              </Text>
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Shown if no condition is current. Nothing on file does not mean that the patient has no conditions. */
const noneCurrent = ({ conditionCount }: PatientOverview): string =>
  conditionCount === 0 ? 'No conditions on file' : 'No condition on file is marked as current';

function Problems({ overview }: PartProps): ReactNode {
  const { conditions, currentConditionCount, unknownConditionCount } = overview;
  return (
    <Section
      title="Problem list"
      heading="h2"
      count={currentConditionCount}
      action={<ShowSection section="conditions">Show all conditions</ShowSection>}
    >
      {conditions.length === 0 && <Text c="dimmed">{noneCurrent(overview)}</Text>}
      <ul className={classes.lines}>
        {conditions.map(({ patientConditionId, description, code, onsetDate, onsetText }) => (
          <li key={patientConditionId}>
            <span>
              {description}
              {code !== null && (
                <Text span c="dimmed" fz="sm">
                  {` · ${code}`}
                </Text>
              )}
            </span>
            <Text span c="dimmed" fz="sm" flex="none">
              {onsetDate === null ? onsetText : `Since ${formatPartialDay(onsetDate)}`}
            </Text>
          </li>
        ))}
      </ul>
      {unknownConditionCount > 0 && (
        <Text c="dimmed" fz="sm">
          {unknownConditionCount === 1 ? '1 more condition' : `${unknownConditionCount} more conditions`} whose status
          is not stated
        </Text>
      )}
    </Section>
  );
}

function RecentDocuments({ overview: { documents }, count }: PartProps & { count: number }): ReactNode {
  return (
    <Section
      title="Recent documents"
      heading="h2"
      count={count}
      action={<ShowSection section="documents">Show all documents</ShowSection>}
    >
      {documents.length === 0 && <Text c="dimmed">No documents on file</Text>}
      <ul className={classes.lines}>
        {documents.map(
          ({
            patientDocumentId,
            documentName,
            documentTypeName,
            dateProvided,
            authorName,
            isSuperseded,
            restriction,
          }) => (
            <li key={patientDocumentId}>
              <span>
                <Link from="/Patient/$patientId" search={{ section: 'documents', patientDocumentId }}>
                  {documentName}
                </Link>
                <Text span c="dimmed" fz="sm">
                  {[
                    restrictionWord({ restriction }),
                    isSuperseded && 'Superseded',
                    documentTypeName !== documentName && documentTypeName,
                    authorName,
                  ]
                    .filter(Boolean)
                    .map((word) => ` · ${word}`)
                    .join('')}
                </Text>
              </span>
              <Text span c="dimmed" fz="sm" flex="none">
                {dateProvided === null ? noDocumentDate : <RelativeTime at={dateProvided} />}
              </Text>
            </li>
          ),
        )}
      </ul>
    </Section>
  );
}

function CareTeamNames({ overview: { careTeam } }: PartProps): ReactNode {
  return (
    <Section
      title="Care team"
      heading="h2"
      count={careTeam.length}
      action={<ShowSection section="careTeam">Show care team</ShowSection>}
    >
      {careTeam.length === 0 && <Text c="dimmed">Nobody is on the care team yet</Text>}
      <ul className={classes.lines}>
        {careTeam.map(({ userId, firstName, lastName, isPcp, isActive, specialty }) => (
          <li key={userId}>
            <span>
              {lastName}, {firstName}
            </span>
            <Text span c="dimmed" fz="sm">
              {[isPcp ? 'PCP' : null, specialty, isActive ? null : careTeamTexts.cannotSignIn]
                .filter(Boolean)
                .join(' · ')}
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** The latest viewers; on request all of the recent ones. */
function RecentViewers({ patientId, overview }: PartProps & { patientId: number }): ReactNode {
  const [isWhole, setWhole] = useState(false);
  const whole = useQuery({ ...queryOf(listRecentViewers, { patientId }), enabled: isWhole });
  const latest = overview.recentViewers;
  const others = isWhole ? (whole.data?.items ?? []) : [];
  // The overview is kept up to date, the whole list is not.
  const recentViewers = [...latest, ...others.filter((one) => latest.every(({ userId }) => userId !== one.userId))];
  return (
    <Section
      title="Recent viewers"
      heading="h2"
      action={
        latest.length === overviewLimits.viewers && (
          <Button variant="subtle" size="compact-sm" loading={whole.isFetching} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer viewers' : 'Show all viewers'}
          </Button>
        )
      }
    >
      {isWhole && <QueryState query={whole} size="small" loading={null} />}
      {recentViewers.length === 0 && <Text c="dimmed">Nobody opened this patient before you</Text>}
      <ul className={classes.lines}>
        {recentViewers.map(({ userId, firstName, lastName, specialty, lastViewedAt }) => (
          <li key={userId}>
            <span>
              {lastName}, {firstName}
              {specialty !== null && (
                <Text span c="dimmed" fz="sm">
                  {` · ${specialty}`}
                </Text>
              )}
            </span>
            <Text span c="dimmed" fz="sm" flex="none">
              <RelativeTime at={lastViewedAt} />
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  );
}

function nextOfKin({ nextOfKinName, nextOfKinRelationship, nextOfKinPhone }: PatientInfo): string {
  return [nextOfKinName, nextOfKinRelationship, formatPhone(nextOfKinPhone)].filter(Boolean).join(', ');
}

/** The patient's contact details. */
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
function Coverage({ coverages }: Pick<PatientInfo, 'coverages'>): ReactNode {
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
