import {
  archiveProtocol,
  getManagedProtocol,
  listManagedProtocols,
  saveProtocol,
  type ManagedProtocol,
} from '@careloop/contracts/administration/referralProtocols';
import { call } from '../../../../api/call.ts';
import type { LookupKind } from '../lookupKinds.tsx';
import { protocolLabels, ProtocolFields } from './ProtocolFields.tsx';
import {
  fieldOf,
  protocolFormSchema,
  protocolValues,
  type ProtocolFormValues,
  type SavedProtocol,
} from './protocolForm.ts';

/** What a client asks for in referrals, one protocol a specialty. */
export const protocolKind = (clientId: number): LookupKind<ManagedProtocol, ProtocolFormValues, SavedProtocol> => ({
  one: 'referral protocol',
  many: 'referral protocols',
  placeholder: 'Name',
  scope: { clientId },
  list: listManagedProtocols,
  find: (input, signal) => call(listManagedProtocols, { clientId, ...input }, { signal }),
  get: getManagedProtocol,
  read: (id, signal) => call(getManagedProtocol, { id }, { signal }),
  save: saveProtocol,
  archive: archiveProtocol,
  columns: [
    { title: 'Specialty', render: ({ specialtyName }) => specialtyName },
    { title: 'Questions', isNumeric: true, render: ({ content }) => content.questions.length },
    { title: 'Documents', isNumeric: true, render: ({ content }) => content.documents.length },
    { title: 'Version', isNumeric: true, render: ({ version }) => version },
  ],
  form: protocolFormSchema,
  fieldOf,
  valuesOf: protocolValues,
  labels: protocolLabels,
  fields: <ProtocolFields clientId={clientId} />,
  size: 'lg',
});
