import { urgencies } from '@careloop/contracts/codes';
import { suggestionLimits } from '@careloop/contracts/referrals/suggestions';
import { Box, Button, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { Field } from '../../../ui/Field.tsx';
import { useChooseStep } from '../../../ui/useWizard.ts';
import { DiagnosisSelect } from '../../directory/shared/DiagnosisSelect.tsx';
import { DiagnosisChips } from './DiagnosisChips.tsx';
import { recordCount, recordReason } from './recordWords.ts';
import type { Suggested } from './useSuggestions.ts';
import { attachedIds, type WizardValues } from './wizardForm.ts';
import classes from './Suggestions.module.css';

interface SuggestedStartProps {
  patientId: number;
  suggestions: Suggested;
}

/** Step 1: the diagnosis, and what is filled in for it, each with its reason and a button that changes it. */
export function SuggestedStart({ patientId, suggestions }: SuggestedStartProps): ReactNode {
  const form = useFormContext<WizardValues>();
  const [isSearching, setSearching] = useState(false);
  return (
    <section className={classes.start} aria-label="Diagnosis">
      <Text fw={600} fz="sm" mb={4}>
        What is it about?
      </Text>
      <DiagnosisChips suggestions={suggestions}>
        {!isSearching && (
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<IconSearch size={14} aria-hidden />}
            onClick={() => setSearching(true)}
          >
            {suggestions.diagnoses.length === 0 ? 'Search a diagnosis' : 'Another diagnosis'}
          </Button>
        )}
      </DiagnosisChips>
      {isSearching && (
        <Box mt="xs">
          <Field form={form} name="referralReason.diagnosis" label="Diagnosis">
            {(field) => (
              <DiagnosisSelect
                {...field}
                patientId={patientId}
                // oxlint-disable-next-line jsx-a11y/no-autofocus -- opened by the button that was pressed
                autoFocus
                initialTerm={form.getValues('referralReason.diagnosisTyped')}
                onTyped={(term) => form.setValue('referralReason.diagnosisTyped', term)}
              />
            )}
          </Field>
        </Box>
      )}
      {suggestions.diagnosis !== null && suggestions.data !== undefined && (
        <FilledIn suggestions={suggestions} data={suggestions.data} />
      )}
    </section>
  );
}

function FilledIn({ suggestions, data }: { suggestions: Suggested; data: NonNullable<Suggested['data']> }): ReactNode {
  const choose = useChooseStep();
  const { referralReason, charts } = useFormContext<WizardValues>().watch();
  const [specialty] = data.specialties;
  const category = suggestions.diagnosis?.code.slice(0, 3) ?? '';
  const urgency = urgencies.find(({ days }) => days === referralReason.urgencyDays);
  const isUsual = specialty?.urgencyDays != null && specialty.urgencyDays === referralReason.urgencyDays;
  const { asked } = suggestions;
  const isAsked = asked?.urgencyDays != null && asked.urgencyDays === referralReason.urgencyDays;
  const picked = attachedIds(charts.selectedCharts);
  const askedIds = new Set(
    (asked?.documents ?? []).flatMap(({ onFile }) => onFile.map((one) => one.patientDocumentId)),
  );
  const askedCount = [...askedIds].filter((id) => picked.has(id)).length;
  const records = data.records.filter(({ patientDocumentId: id }) => picked.has(id) && !askedIds.has(id));
  const suggestedCount = records.length + askedCount;
  const more = charts.selectedCharts.length - suggestedCount;
  const change = (step: number, what: string) => (
    <Button
      variant="subtle"
      size="compact-xs"
      onClick={() => choose(step, { unchecked: true })}
      aria-label={`Change ${what}`}
    >
      Change
    </Button>
  );
  return (
    <ul className={classes.filled} aria-label="Filled in for this diagnosis">
      {specialty !== undefined && (
        <li>
          <span className={classes.name}>Providers</span>
          <span>
            {specialty.name}, to choose below{' '}
            <span className={classes.why}>
              · {specialty.referralCount} of {data.referralCount} {data.referralCount === 1 ? 'referral' : 'referrals'}{' '}
              here for {category} in {suggestionLimits.months} months
            </span>
          </span>
        </li>
      )}
      <li>
        <span className={classes.name}>Reason</span>
        <span>{referralReason.referralReason || <span className={classes.why}>Not written yet</span>}</span>
        {change(1, 'reason')}
      </li>
      <li>
        <span className={classes.name}>Urgency</span>
        <span>
          {urgency === undefined ? (
            <span className={classes.why}>Not chosen yet</span>
          ) : (
            <>
              {urgency.label}, {urgency.detail}{' '}
              {isAsked && <span className={classes.why}>· suggested by {asked.name}</span>}
              {isUsual && !isAsked && (
                <span className={classes.why}>
                  · chosen in{' '}
                  {specialty.referralCount === 1
                    ? 'that referral'
                    : `${specialty.urgencyCount} of these ${specialty.referralCount}`}
                </span>
              )}
            </>
          )}
        </span>
        {change(1, 'urgency')}
      </li>
      <li>
        <span className={classes.name}>Records</span>
        <span>
          {charts.selectedCharts.length === 0 ? (
            <span className={classes.why}>{data.records.length === 0 ? 'None on file for it' : 'None selected'}</span>
          ) : (
            <>
              {records.length === 0 ? '' : `${recordCount(records)} `}
              {suggestedCount > 0 && <span className={classes.why}>· {recordReason(records, askedCount)}</span>}
              {more > 0 && (suggestedCount === 0 ? `${more} selected` : ` and ${more} more selected`)}
            </>
          )}
        </span>
        {change(3, 'records')}
      </li>
    </ul>
  );
}
