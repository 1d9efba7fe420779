import { chartKeyOf, documentSelection } from '@careloop/contracts/charts/selection';
import { documentText, type AskedDocument } from '@careloop/contracts/referrals/protocols';
import { Button, Group, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import { formatDate } from '../../../ui/dates.ts';
import { Field } from '../../../ui/Field.tsx';
import { TrimmedTextInput } from '../../../ui/TrimmedTextInput.tsx';
import classes from './Protocol.module.css';
import { attachedIds, type WizardValues } from './wizardForm.ts';

type OnFile = AskedDocument['onFile'][number];

const fileText = ({ documentName, dateProvided }: OnFile) =>
  [documentName, dateProvided && formatDate(dateProvided)].filter(Boolean).join(', ');

interface AskedDocumentsProps {
  /** Name of the protocol. */
  name: string;
  documents: readonly AskedDocument[];
}

/** Step 4: what the protocol asks for, which of it is attached or on file, and why something is missing. */
export function AskedDocuments({ name, documents }: AskedDocumentsProps): ReactNode {
  if (documents.length === 0) return null;
  return (
    <section aria-label={`Documents asked for by ${name}`}>
      <Text fw={600} fz="sm">
        Asked for by {name}
      </Text>
      <ul className={classes.documents}>
        {documents.map((asked) => (
          <Asked key={asked.name} asked={asked} />
        ))}
      </ul>
    </section>
  );
}

function Asked({ asked }: { asked: AskedDocument }): ReactNode {
  const form = useFormContext<WizardValues>();
  const selected = form.watch('charts.selectedCharts');
  const ids = attachedIds(selected);
  const attached = asked.onFile.filter(({ patientDocumentId }) => ids.has(patientDocumentId));
  const [latest] = asked.onFile;
  const Icon = attached.length > 0 ? IconCircleCheck : IconCircleDashed;
  const add = ({ patientDocumentId }: OnFile) => {
    const chart = documentSelection(patientDocumentId);
    const others = selected.filter((one) => chartKeyOf(one) !== chartKeyOf(chart));
    form.setValue('charts.selectedCharts', [...others, chart], { shouldDirty: true });
    form.clearErrors(['charts.selectedCharts', `charts.missing.${asked.name}`]);
  };
  return (
    <li className={classes.document}>
      <Icon
        size={18}
        aria-hidden
        color={attached.length > 0 ? 'var(--mantine-color-teal-filled)' : 'var(--mantine-color-dimmed)'}
      />
      <div>
        <Group gap="xs" fz="sm">
          <Text inherit>
            {documentText(asked)}
            {': '}
            {attached.length > 0 ? (
              <Text span inherit fw={500}>
                attached: {attached.map(fileText).join('; ')}
              </Text>
            ) : (
              <Text span inherit c="dimmed">
                {latest === undefined ? 'none on file' : `on file, not attached: ${fileText(latest)}`}
                {!asked.isRequired && ' · not required'}
              </Text>
            )}
          </Text>
          {attached.length === 0 && latest !== undefined && (
            <Button
              variant="light"
              size="compact-sm"
              aria-label={`Attach ${latest.documentName}`}
              onClick={() => add(latest)}
            >
              Attach
            </Button>
          )}
        </Group>
        {attached.length === 0 && asked.isRequired && (
          <Field
            form={form}
            name={`charts.missing.${asked.name}`}
            label={`Why ${asked.label} is missing`}
            required
            input={MissingReason}
          />
        )}
      </div>
    </li>
  );
}

/** Undefined until something is typed. */
function MissingReason({
  value,
  ...field
}: Omit<Parameters<typeof TrimmedTextInput>[0], 'value'> & { value: string | undefined }): ReactNode {
  return <TrimmedTextInput {...field} value={value ?? ''} maw={520} mt={4} placeholder="Not done yet, requested, …" />;
}
