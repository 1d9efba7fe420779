import type { ChartSelection } from '@careloop/contracts/charts/selection';
import {
  documentText,
  lacksAuthorization,
  missingProblems,
  protocolTexts,
} from '@careloop/contracts/referrals/protocols';
import type { AskedProtocol, ProtocolAnswers, SentProtocol } from '@careloop/contracts/referrals/protocols';

import type { Db } from '../../platform/db/client.ts';
import { invalidInput } from '../../platform/errors.ts';
import { readFieldAnswers } from '../tasks/shared/fieldAnswers.ts';
import { findAskedProtocol } from './queries/protocol.ts';
import type { NamedReceiver } from './receiver.ts';

interface Answered {
  protocol?: ProtocolAnswers | null | undefined;
  patientCharts: readonly ChartSelection[];
  authorizationCode: string | null;
}

const documentIdsOf = ({ patientCharts }: Pick<Answered, 'patientCharts'>) =>
  patientCharts.flatMap((chart) => ('patientDocumentId' in chart ? [chart.patientDocumentId] : []));

/** What is asked for in a referral to its receiver, with what is attached to it. */
export function findProtocolOfReferral(
  db: Db,
  { patientId, clientId }: { patientId: number; clientId: number },
  input: NamedReceiver & Pick<Answered, 'patientCharts'>,
): Promise<AskedProtocol | null> {
  return findAskedProtocol(db, {
    patientId,
    clientId,
    healthcareProviderId: input.healthcareProviderId,
    specialtyId: input.healthcareProviderSpecialtyId,
    documentIds: documentIdsOf(input),
  });
}

/**
 * What a referral answers to the protocol of its specialty, as it is stored; null if there is no protocol.
 * @throws AppError `invalid_input` if the protocol is another one than the sender saw, or asks for more
 */
export async function answerProtocol(
  db: Db,
  asked: AskedProtocol | null,
  input: Answered,
): Promise<SentProtocol | null> {
  const documentIds = documentIdsOf(input);
  const given = input.protocol ?? null;
  refuseChanged(asked, given);
  if (asked === null || given === null) return null;
  const { kept, errors } = await readFieldAnswers(db, asked.questions, given.answers, {
    prefix: 'protocol.answers.',
    required: protocolTexts.answerRequired,
    invalid: protocolTexts.answerInvalid,
  });
  // One that was archived or removed since it was selected is missing, too.
  const missing = missingProblems(asked.documents, new Set(documentIds), given.missing);
  for (const [name, message] of Object.entries(missing)) errors[`protocol.missing.${name}`] = message;
  const authorization = { code: input.authorizationCode, reason: given.authorizationReason };
  if (lacksAuthorization(asked.needsAuthorizationCode, authorization))
    errors['protocol.authorizationReason'] = protocolTexts.authorizationMissing;
  if (Object.keys(errors).length > 0) throw invalidInput(errors);
  return {
    referralProtocolId: asked.referralProtocolId,
    version: asked.version,
    name: asked.name,
    answers: kept,
    documents: asked.documents.map((document) => ({
      name: document.name,
      label: documentText(document),
      isRequired: document.isRequired,
      attached: document.onFile.map(({ documentName }) => documentName),
      reason: document.onFile.length === 0 ? given.missing[document.name] || null : null,
    })),
    authorizationReason:
      asked.needsAuthorizationCode && input.authorizationCode === null ? given.authorizationReason : null,
  };
}

/** The sender is told of another protocol, or another version, than the one that was answered. */
function refuseChanged(asked: AskedProtocol | null, seen: ProtocolAnswers | null): void {
  const refuse = (message: string) => invalidInput({ protocol: message });
  if (asked === null) {
    if (seen !== null) throw refuse(protocolTexts.ended);
    return;
  }
  if (seen?.referralProtocolId !== asked.referralProtocolId) throw refuse(protocolTexts.added(asked.name));
  if (seen.version !== asked.version) throw refuse(protocolTexts.changed(asked.name));
}
