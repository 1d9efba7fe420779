import { urgencies } from '@careloop/contracts/codes';
import { fieldTypeLabels } from '@careloop/contracts/codes/tasks';
import {
  documentText,
  protocolLimits,
  type ProtocolContent,
  type ProtocolQuestion,
  type RequestedDocument,
} from '@careloop/contracts/referrals/protocols';
import { Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { CheckboxInput } from '../../../../ui/CheckboxInput.tsx';
import { CollectionEditor } from '../../../../ui/CollectionEditor.tsx';
import { Field } from '../../../../ui/Field.tsx';
import { FormError } from '../../../../ui/FormError.tsx';
import { TrimmedTextarea } from '../../../../ui/TrimmedTextarea.tsx';
import { SpecialtySelect } from '../../../directory/shared/SpecialtySelect.tsx';
import { NameField } from '../LookupFields.tsx';
import classes from '../Lookups.module.css';
import { DocumentDialog } from './DocumentDialog.tsx';
import { ProtocolHistory } from './ProtocolHistory.tsx';
import type { ProtocolFormValues } from './protocolForm.ts';
import { QuestionnaireExchange } from './QuestionnaireExchange.tsx';
import { QuestionDialog } from './QuestionDialog.tsx';
import { TakenSpecialty } from './TakenSpecialty.tsx';

export const protocolLabels = {
  name: 'Name',
  specialty: 'Specialty',
  text: 'Text for the sender',
  questions: 'Questions',
  documents: 'Documents',
  needsAuthorizationCode: 'An authorization code is needed',
  urgencyDays: 'Suggested urgency',
} as const satisfies Record<keyof ProtocolFormValues, string>;

/** The form of a protocol. */
export function ProtocolFields({ clientId }: { clientId: number }): ReactNode {
  const form = useFormContext<ProtocolFormValues>();
  return (
    <div className={classes['fields']}>
      <QuestionnaireExchange />
      <NameField />
      <Field form={form} name="specialty" label={protocolLabels.specialty} required input={SpecialtySelect} />
      <TakenSpecialty clientId={clientId} />
      <Field form={form} name="text" label={protocolLabels.text} description="Shown where the reason is written.">
        {(field) => <TrimmedTextarea {...field} max={protocolLimits.text} />}
      </Field>
      <Questions />
      <Documents />
      <Field
        form={form}
        name="needsAuthorizationCode"
        label={protocolLabels.needsAuthorizationCode}
        description="Without one, the sender must say why."
        input={CheckboxInput}
      />
      <Field form={form} name="urgencyDays" label={protocolLabels.urgencyDays}>
        {(field) => (
          <Select
            {...field}
            maw={320}
            clearable
            placeholder="None"
            data={urgencies.map(({ days, label, detail }) => ({ value: String(days), label: `${label}, ${detail}` }))}
            value={field.value === null ? null : String(field.value)}
            onChange={(value) =>
              field.onChange(value === null ? null : (Number(value) as ProtocolContent['urgencyDays']))
            }
          />
        )}
      </Field>
      <ProtocolHistory />
    </div>
  );
}

/** The list with one item added or replaced, in its place. */
const withItem = <Item extends { name: string }>(items: readonly Item[], before: Item | null, after: Item): Item[] =>
  before === null ? [...items, after] : items.map((one) => (one.name === before.name ? after : one));

/** The list with an item before the one above it. */
function movedUp<Item extends { name: string }>(items: readonly Item[], { name }: Item): Item[] {
  const index = items.findIndex((one) => one.name === name);
  const [moved, above] = [items[index], items[index - 1]];
  return moved === undefined || above === undefined ? [...items] : items.with(index - 1, moved).with(index, above);
}

const namesOf = (items: readonly { name: string }[]) => new Set(items.map(({ name }) => name));

function Detail({ title, children }: { title: string; children: ReactNode }): ReactNode {
  return (
    <>
      {title}
      <Text span inherit c="dimmed">
        {' · '}
        {children}
      </Text>
    </>
  );
}

const questionDetail = ({ type, isRequired, options }: ProtocolQuestion) =>
  [fieldTypeLabels[type], options.length > 0 && `${options.length} options`, isRequired && 'required']
    .filter(Boolean)
    .join(', ');

function Questions(): ReactNode {
  const { field, fieldState } = useController<ProtocolFormValues, 'questions'>({ name: 'questions' });
  return (
    <div>
      <CollectionEditor
        label={protocolLabels.questions}
        addLabel="Add question"
        items={field.value}
        itemKey={({ name }) => name}
        itemLabel={({ label }) => label}
        renderItem={(question) => <Detail title={question.label}>{questionDetail(question)}</Detail>}
        isDeleteConfirmed={false}
        onMoveUp={(item) => field.onChange(movedUp(field.value, item))}
        onDelete={({ name }) => field.onChange(field.value.filter((one) => one.name !== name))}
        renderForm={(question, close) => (
          <QuestionDialog
            question={question}
            taken={namesOf(field.value)}
            onClose={close}
            onDone={(done) => {
              field.onChange(withItem(field.value, question, done));
              close();
            }}
          />
        )}
      />
      {fieldState.error?.message !== undefined && <FormError>{fieldState.error.message}</FormError>}
    </div>
  );
}

function Documents(): ReactNode {
  const { field, fieldState } = useController<ProtocolFormValues, 'documents'>({ name: 'documents' });
  return (
    <div>
      <CollectionEditor
        label={protocolLabels.documents}
        addLabel="Add document"
        items={field.value}
        itemKey={({ name }) => name}
        itemLabel={documentText}
        renderItem={(document: RequestedDocument) => (
          <Detail title={documentText(document)}>{document.isRequired ? 'required' : 'not required'}</Detail>
        )}
        isDeleteConfirmed={false}
        onMoveUp={(item) => field.onChange(movedUp(field.value, item))}
        onDelete={({ name }) => field.onChange(field.value.filter((one) => one.name !== name))}
        renderForm={(document, close) => (
          <DocumentDialog
            document={document}
            taken={namesOf(field.value)}
            onClose={close}
            onDone={(done) => {
              field.onChange(withItem(field.value, document, done));
              close();
            }}
          />
        )}
      />
      {fieldState.error?.message !== undefined && <FormError>{fieldState.error.message}</FormError>}
    </div>
  );
}
