import {
  managedProtocolTexts,
  protocolForm,
  type ManagedProtocol,
} from '@careloop/contracts/administration/referralProtocols';
import { specialty, type Specialty } from '@careloop/contracts/directory';
import type { ProtocolContent, ProtocolQuestion, RequestedDocument } from '@careloop/contracts/referrals/protocols';
import { z } from 'zod';

/** The form of a protocol; its parts are those of the contract. */
export interface ProtocolFormValues {
  name: string;
  specialty: Specialty | null;
  text: string;
  questions: ProtocolQuestion[];
  documents: RequestedDocument[];
  needsAuthorizationCode: boolean;
  urgencyDays: ProtocolContent['urgencyDays'];
}

/** What is saved of the form. */
export type SavedProtocol = z.output<typeof protocolForm>;

const typed = z.object({
  name: z.string(),
  specialty: specialty.nullable(),
  text: z.string(),
  questions: z.array(z.custom<ProtocolQuestion>()),
  documents: z.array(z.custom<RequestedDocument>()),
  needsAuthorizationCode: z.boolean(),
  urgencyDays: z.custom<ProtocolContent['urgencyDays']>(),
});

/** The form's field for a field of the call: `content.text` is `text`. */
export function fieldOf(name: string): keyof ProtocolFormValues {
  const [first = '', second = ''] = name.split('.');
  if (first === 'healthcareProviderSpecialtyId') return 'specialty';
  const field = first === 'content' ? second : first;
  return field in typed.shape ? (field as keyof ProtocolFormValues) : 'documents';
}

/** Checks the form by the rules of the call. */
export const protocolFormSchema: z.ZodType<SavedProtocol, ProtocolFormValues> = typed.transform(
  ({ name, specialty: chosen, ...content }, context): SavedProtocol => {
    const healthcareProviderSpecialtyId = chosen?.healthcareProviderSpecialtyId;
    if (healthcareProviderSpecialtyId === undefined)
      context.addIssue({ code: 'custom', path: ['specialty'], message: managedProtocolTexts.specialtyRequired });
    const parsed = protocolForm.safeParse({ name, content, healthcareProviderSpecialtyId });
    for (const { path, message } of parsed.error?.issues ?? []) {
      if (path[0] !== 'healthcareProviderSpecialtyId')
        context.addIssue({ code: 'custom', path: [fieldOf(path.join('.'))], message: numbered(path, message) });
    }
    return parsed.success ? parsed.data : z.NEVER;
  },
);

/** Names the question or document that an error is about. */
function numbered(path: readonly PropertyKey[], message: string): string {
  const [, part, index] = path;
  if (typeof index !== 'number') return message;
  return `${part === 'questions' ? 'Question' : 'Document'} ${index + 1}: ${message}`;
}

export function protocolValues(entry?: ManagedProtocol): ProtocolFormValues {
  const {
    text = '',
    questions = [],
    documents = [],
    needsAuthorizationCode = false,
    urgencyDays = null,
  } = entry?.content ?? {};
  return {
    name: entry?.name ?? '',
    specialty:
      entry === undefined
        ? null
        : { healthcareProviderSpecialtyId: entry.healthcareProviderSpecialtyId, name: entry.specialtyName },
    text,
    questions,
    documents,
    needsAuthorizationCode,
    urgencyDays,
  };
}
