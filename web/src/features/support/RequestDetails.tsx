import { impactLevel, impactLevelLabels, impactLevels } from '@careloop/contracts/codes';
import { supportLimits, type supportRequestForm } from '@careloop/contracts/support';
import { Group, Radio } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { Field } from '../../ui/Field.tsx';
import { CodeRadioGroup } from '../../ui/RadioGroup.tsx';
import { TrimmedTextarea } from '../../ui/TrimmedTextarea.tsx';
import { TrimmedTextInput } from '../../ui/TrimmedTextInput.tsx';
import classes from './Support.module.css';

type Values = z.input<typeof supportRequestForm>;

const impactHints = {
  low: 'A question or a minor annoyance',
  medium: 'I can work, but slower',
  high: 'I cannot do my work',
} as const;

/** The subject of the request and its impact. */
export function RequestDetails(): ReactNode {
  const form = useFormContext<Values>();
  return (
    <section className={classes['pane']} aria-labelledby="support-request">
      <h3 id="support-request">Request Details</h3>
      <p className={classes['hint']}>Please leave out names and other information about patients.</p>
      <Field form={form} name="summary" label="Summary" required>
        {(field) => <TrimmedTextarea {...field} minRows={2} maxRows={6} max={supportLimits.summary} />}
      </Field>
      <Field form={form} name="errorCodes" label="Error Code(s)" input={TrimmedTextInput} />
      <Field form={form} name="description" label="Description">
        {(field) => <TrimmedTextarea {...field} minRows={3} max={supportLimits.description} />}
      </Field>
      <Field form={form} name="impact" label="Impact level" required>
        {(field) => (
          <CodeRadioGroup {...field}>
            <Group gap="lg" mt={4} mb={2}>
              {impactLevels.map((level) => (
                <Radio
                  key={level}
                  value={String(impactLevel.codeOf(level))}
                  label={impactLevelLabels[level]}
                  description={impactHints[level]}
                />
              ))}
            </Group>
          </CodeRadioGroup>
        )}
      </Field>
    </section>
  );
}
