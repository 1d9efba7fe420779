import {
  documentText,
  protocolContent,
  requestedDocument,
  type SentProtocol,
} from '@careloop/contracts/referrals/protocols';
import { z } from 'zod';

import { specialtyCodes } from './codes.ts';
import { keyOf, readContent } from './content.ts';
import { clientIds, clientKey } from './organization.ts';
import type { Rows } from './rows.ts';
import type { DemoUsers } from './users.ts';

const document = z.strictObject({
  ...requestedDocument.omit({ documentTypeIds: true }).shape,
  /** Names of document types. */
  types: z.array(z.string()),
});

const protocol = z.strictObject({
  client: clientKey,
  specialty: keyOf(specialtyCodes),
  name: z.string(),
  ...protocolContent.omit({ documents: true }).shape,
  documents: z.array(document),
});

const { protocols } = readContent('referralProtocols', z.strictObject({ protocols: z.array(protocol) }));

interface ProtocolDeps {
  users: DemoUsers;
  specialtyIds: Map<string, number>;
  documentTypeIds: Map<string, number>;
}

/** What the clients ask for in referrals; numbered in the order of the content. */
export function addReferralProtocols(rows: Rows, { users, specialtyIds, documentTypeIds }: ProtocolDeps): void {
  for (const { client, specialty, name, documents, ...content } of protocols) {
    const asked = documents.map(({ types, ...one }) => ({ ...one, documentTypeIds: types.map(idOf(documentTypeIds)) }));
    rows.add('referral_protocol', {
      client_id: clientIds[client],
      healthcare_provider_specialty_id: idOf(specialtyIds)(specialty),
      name,
      // JSON value, not text, because the rows are written from one JSON parameter.
      content: { ...content, documents: asked } as never,
      version: 1,
      is_archived: false,
      updated_by_user_id: users.admin.userId,
    });
  }
}

const idOf =
  (ids: ReadonlyMap<string, number>) =>
  (name: string): number => {
    const id = ids.get(name);
    if (id === undefined) throw new Error(`The demo has no ${name}`);
    return id;
  };

/** A protocol as a referral to a specialty answers it. Nothing that it asks for is attached. */
export function answeredProtocol(
  specialty: string,
  { answers, missing }: Record<'answers' | 'missing', Readonly<Record<string, string>>>,
): SentProtocol {
  const index = protocols.findIndex((one) => one.specialty === specialty);
  const found = protocols[index];
  if (found === undefined) throw new Error(`The demo has no protocol for ${specialty}`);
  return {
    referralProtocolId: index + 1,
    version: 1,
    name: found.name,
    answers: found.questions.flatMap(({ name, label }) => {
      const text = answers[name];
      return text === undefined ? [] : [{ name, label, text, healthcareProviderId: null }];
    }),
    documents: found.documents.map(({ name, isRequired, ...one }) => ({
      name,
      label: documentText(one),
      isRequired,
      attached: [],
      reason: missing[name] ?? null,
    })),
    authorizationReason: null,
  };
}
