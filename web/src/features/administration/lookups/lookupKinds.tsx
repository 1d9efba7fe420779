import {
  archiveHealthCondition,
  archiveSpecialty,
  getHealthCondition,
  getSpecialty,
  listHealthConditions,
  listSpecialties,
  lookupForm,
  saveHealthCondition,
  saveSpecialty,
  type LookupEntry,
  type LookupState,
} from '@careloop/contracts/administration/lookups';
import type { Allowance } from '@careloop/contracts/can';
import type { Endpoint } from '@careloop/contracts/endpoint';
import type { ReactNode } from 'react';
import type { FieldValues } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../../api/call.ts';
import type { Column } from '../../../components/DataTable.tsx';
import { CodeFields } from './LookupFields.tsx';

/** What every entry of a list has. */
export interface ListedEntry {
  id: number;
  name: string;
  isArchived: boolean;
  version: number;
  /** In a list that all clients share: the client that uses it, null for all, and whether it can be changed. */
  clientName?: string | null;
  can?: { save: Allowance; remove?: Allowance };
}

interface ListInput {
  searchTerm: string;
  state: LookupState | undefined;
  page: number;
}

interface Page<Entry> {
  items: Entry[];
  totalItemCount: number;
  hasMore: boolean;
}

/** A list that shares the table and dialogs of this screen: its calls, columns, form and texts. */
export interface LookupKind<Entry extends ListedEntry, Values extends FieldValues, Parsed extends object> {
  one: string;
  many: string;
  /** What the search finds an entry by. */
  placeholder: string;
  /** `true` if all clients share the list, though an entry can be for one client; `own` if a new entry is always for one. */
  isShared?: true | 'own';
  /** The client or carrier whose entries are listed, as input of its calls. */
  scope: Readonly<Record<string, number>>;
  list: Endpoint;
  find: (input: ListInput, signal: AbortSignal) => Promise<Page<Entry>>;
  get: Endpoint;
  read: (id: number, signal?: AbortSignal) => Promise<Entry>;
  save: Endpoint;
  archive: Endpoint;
  /** Deletes an entry, where that is possible. */
  remove?: Endpoint;
  /** Columns between the name and the state. */
  columns: readonly Column<Entry>[];
  form: z.ZodType<Parsed, Values>;
  valuesOf: (entry?: Entry) => Values;
  /** Labels of the form's fields. */
  labels: Readonly<Record<string, string>>;
  fields: ReactNode;
  /** The form's field at which the server's errors of another name are shown. */
  fieldOf?: (name: string) => keyof Values & string;
  /** Width of the form; defaults to `sm`. */
  size?: 'sm' | 'lg';
}

const codeValues = (entry?: LookupEntry) => ({ name: entry?.name ?? '', code: entry?.code ?? '' });
export type CodeKind = LookupKind<LookupEntry, z.input<typeof lookupForm>, z.output<typeof lookupForm>>;

export const specialtyKind: CodeKind = {
  one: 'specialty',
  many: 'specialties',
  placeholder: 'Name or code',
  isShared: true,
  scope: {},
  list: listSpecialties,
  find: (input, signal) => call(listSpecialties, input, { signal }),
  get: getSpecialty,
  read: (id, signal) => call(getSpecialty, { id }, { signal }),
  save: saveSpecialty,
  archive: archiveSpecialty,
  columns: [
    { title: 'NUCC taxonomy code', isShort: true, render: ({ code }) => code },
    { title: 'Primary care', isShort: true, render: ({ isPrimaryCare }) => (isPrimaryCare ? 'Yes' : '') },
  ],
  form: lookupForm,
  valuesOf: codeValues,
  labels: { name: 'Name', code: 'NUCC taxonomy code' },
  fields: <CodeFields codeLabel="NUCC taxonomy code" />,
};

export const conditionKind: CodeKind = {
  one: 'condition',
  many: 'conditions',
  placeholder: 'Name or code',
  isShared: true,
  scope: {},
  list: listHealthConditions,
  find: (input, signal) => call(listHealthConditions, input, { signal }),
  get: getHealthCondition,
  read: (id, signal) => call(getHealthCondition, { id }, { signal }),
  save: saveHealthCondition,
  archive: archiveHealthCondition,
  columns: [{ title: 'ICD-10-CM code', isShort: true, render: ({ code }) => code }],
  form: lookupForm,
  valuesOf: codeValues,
  labels: { name: 'Name', code: 'ICD-10-CM code' },
  fields: <CodeFields codeLabel="ICD-10-CM code" />,
};
