import { valueInWords, type MeasuredResult } from '@careloop/contracts/clinical-record/results';
import { getClinicalSummary, type ClinicalSummary } from '@careloop/contracts/clinical-record/summary';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queryOf } from '../../../api/query.ts';
import { Section } from '../../../components/Section.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { ListSkeleton } from '../../../ui/Skeletons.tsx';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import { reactionsInWords, RiskBadge } from './allergyRisk.tsx';
import classes from './ClinicalRecord.module.css';
import { EffectiveTime } from './EffectiveTime.tsx';
import { FlagBadge } from './FlagBadge.tsx';
import { formatPartialDay } from './words.ts';
import type { ClinicalSection } from './search.ts';

interface ClinicalSummaryCardProps {
  patientId: number;
  /** Marks what was entered or changed since, such as after a question was asked. */
  since?: string | undefined;
  /** Defaults to `h3`; `h2` on the patient's page. */
  heading?: 'h2' | 'h3';
  /** Left out where the screen shows the problem list itself. */
  hidesProblems?: boolean;
}

/**
 * Problems, medications, allergies and the last results of a patient whose record the user may open. A receiver of a referral
 * without that sees the Summary of Care that was sent instead.
 */
export function ClinicalSummaryCard(props: ClinicalSummaryCardProps): ReactNode {
  const query = useQuery(queryOf(getClinicalSummary, { patientId: props.patientId }));
  return (
    <QueryState query={query} size="small" loading={<ListSkeleton />}>
      {(summary) => <ClinicalSummarySections {...props} summary={summary} />}
    </QueryState>
  );
}

type PartProps = ClinicalSummaryCardProps & { summary: ClinicalSummary };

/** The same of a summary that came with another call, such as the overview. */
export function ClinicalSummarySections(props: PartProps): ReactNode {
  return (
    <>
      <SummaryAllergies {...props} />
      {props.hidesProblems !== true && <SummaryProblems {...props} />}
      <SummaryMedications {...props} />
      <SummaryResults {...props} />
    </>
  );
}

interface ShowAllProps {
  patientId: number;
  section: ClinicalSection;
  children: string;
}

function ShowAll({ patientId, section, children }: ShowAllProps): ReactNode {
  return (
    <Link to="/Patient/$patientId" params={{ patientId: String(patientId) }} search={{ section }}>
      {children}
    </Link>
  );
}

/** Marks a statement that is newer than the question. */
function NewMark({ changedAt, since }: { changedAt: string; since: string | undefined }): ReactNode {
  if (since === undefined || Date.parse(changedAt) <= Date.parse(since)) return null;
  return (
    <>
      {' '}
      <StatusBadge tone="info" label="New since asked" />
    </>
  );
}

const noneOnFile = (
  <Text c="dimmed" fz="sm">
    None on file
  </Text>
);

function More({ shown, count }: { shown: number; count: number }): ReactNode {
  if (count <= shown) return null;
  return (
    <Text c="dimmed" fz="sm">
      {count - shown} more
    </Text>
  );
}

const statedBy = ({ statedBy: by, enteredByName }: NonNullable<ClinicalSummary['noAllergiesKnown']>) =>
  enteredByName ?? by;

function SummaryAllergies({ patientId, summary, since, heading = 'h3' }: PartProps): ReactNode {
  const { allergies, allergyCount, noAllergiesKnown } = summary;
  const by = noAllergiesKnown && statedBy(noAllergiesKnown);
  return (
    <Section
      title="Allergies"
      heading={heading}
      count={allergyCount}
      action={
        <ShowAll patientId={patientId} section="allergies">
          Show all allergies
        </ShowAll>
      }
    >
      {noAllergiesKnown !== null && <Text fz="sm">No known allergies{by !== null && `, stated by ${by}`}</Text>}
      {allergies.length === 0 && noAllergiesKnown === null && noneOnFile}
      <ul className={classes['lines']}>
        {allergies.map((allergy) => (
          <li key={allergy.patientAllergyId}>
            <span>
              {allergy.description}
              <NewMark changedAt={allergy.changedAt} since={since} />
              <Text span c="dimmed" fz="sm" display="block">
                {reactionsInWords(allergy)}
              </Text>
            </span>
            <RiskBadge risk={allergy} />
          </li>
        ))}
      </ul>
      <More shown={allergies.length} count={allergyCount} />
    </Section>
  );
}

function SummaryProblems({ patientId, summary, since, heading = 'h3' }: PartProps): ReactNode {
  const { problems, problemCount } = summary;
  return (
    <Section
      title="Active problems"
      heading={heading}
      count={problemCount}
      action={
        <ShowAll patientId={patientId} section="conditions">
          Show all conditions
        </ShowAll>
      }
    >
      {problems.length === 0 && noneOnFile}
      <ul className={classes['lines']}>
        {problems.map(({ patientConditionId, description, onset, changedAt }) => (
          <li key={patientConditionId}>
            <span>
              {description}
              <NewMark changedAt={changedAt} since={since} />
            </span>
            <Text span c="dimmed" fz="sm" flex="none">
              {onset !== null && /^\d{4}(-\d{2}){0,2}$/.test(onset) ? formatPartialDay(onset) : onset}
            </Text>
          </li>
        ))}
      </ul>
      <More shown={problems.length} count={problemCount} />
    </Section>
  );
}

function SummaryMedications({ patientId, summary, since, heading = 'h3' }: PartProps): ReactNode {
  const { medications, medicationCount, noMedicationsKnown } = summary;
  const by = noMedicationsKnown && statedBy(noMedicationsKnown);
  return (
    <Section
      title="Active medications"
      heading={heading}
      count={medicationCount}
      action={
        <ShowAll patientId={patientId} section="medications">
          Show all medications
        </ShowAll>
      }
    >
      {noMedicationsKnown !== null && <Text fz="sm">Takes no medications{by !== null && `, stated by ${by}`}</Text>}
      {medications.length === 0 && noMedicationsKnown === null && noneOnFile}
      <ul className={classes['lines']}>
        {medications.map(({ patientMedicationId, description, dosage, status, isDisputed, changedAt }) => (
          <li key={patientMedicationId}>
            <span>
              {description}
              <NewMark changedAt={changedAt} since={since} />
              {dosage !== null && (
                <Text span c="dimmed" fz="sm" display="block" className={classes['text']}>
                  {dosage}
                </Text>
              )}
            </span>
            {isDisputed && <StatusBadge tone="warning" label="Ended by another source" />}
            {status === 'on_hold' && <StatusBadge tone="warning" label="On hold" />}
          </li>
        ))}
      </ul>
      <More shown={medications.length} count={medicationCount} />
    </Section>
  );
}

function SummaryResults({ patientId, summary, since, heading = 'h3' }: PartProps): ReactNode {
  const { abnormalResults, latestResults } = summary;
  return (
    <Section
      title="Last results"
      heading={heading}
      action={
        <ShowAll patientId={patientId} section="results">
          Show all results
        </ShowAll>
      }
    >
      {latestResults.length === 0 && abnormalResults.length === 0 && noneOnFile}
      {abnormalResults.length > 0 && (
        <Text fz="sm" c="dimmed">
          Last abnormal
        </Text>
      )}
      <ResultLines results={abnormalResults} since={since} />
      {latestResults.length > 0 && (
        <Text fz="sm" c="dimmed" mt={abnormalResults.length > 0 ? 'xs' : 0}>
          Latest
        </Text>
      )}
      <ul className={classes['lines']}>
        {latestResults.map((result) => (
          <li key={result.patientResultId}>
            <span>
              {result.description} {!result.isPanel && <strong>{valueInWords(result)}</strong>}
              <NewMark changedAt={result.changedAt} since={since} />
              {result.isPanel && (
                <Text span c="dimmed" fz="sm">
                  {` · ${result.memberCount} ${result.memberCount === 1 ? 'value' : 'values'}`}
                  {result.abnormalCount > 0 && `, ${result.abnormalCount} flagged`}
                </Text>
              )}
            </span>
            <Text span c="dimmed" fz="sm" flex="none">
              <EffectiveTime of={result} />
            </Text>
          </li>
        ))}
      </ul>
    </Section>
  );
}

interface ResultLinesProps {
  results: readonly (MeasuredResult & { changedAt: string })[];
  since: string | undefined;
}

function ResultLines({ results, since }: ResultLinesProps): ReactNode {
  return (
    <ul className={classes['lines']}>
      {results.map((result) => (
        <li key={result.patientResultId}>
          <span>
            {result.description} <strong>{valueInWords(result)}</strong> <FlagBadge flag={result.flag} />
            <NewMark changedAt={result.changedAt} since={since} />
          </span>
          <Text span c="dimmed" fz="sm" flex="none">
            <EffectiveTime of={result} />
          </Text>
        </li>
      ))}
    </ul>
  );
}
