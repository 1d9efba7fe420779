import { documentText, type SentProtocol } from '@careloop/contracts/referrals/protocols';
import type { ReactNode } from 'react';
import { wordsOf } from '../../tasks/shared/fieldAnswers.ts';
import { ReferralProtocol } from '../shared/detail/ReferralProtocol.tsx';
import { attachedIds, type WizardValues } from './wizardForm.ts';

/** The answers as they will be sent; null if the specialty asks for nothing. */
function answeredOf({ referralReason, charts }: WizardValues): SentProtocol | null {
  const { protocol, authorizationCode } = referralReason;
  if (!protocol?.asked) return null;
  const { asked, answers, authorizationReason } = protocol;
  const ids = attachedIds(charts.selectedCharts);
  const { referralProtocolId, version, name } = asked;
  return {
    referralProtocolId,
    version,
    name,
    answers: asked.questions.flatMap((question) => {
      const text = wordsOf(answers[question.name]);
      return text === '' ? [] : [{ name: question.name, label: question.label, text, healthcareProviderId: null }];
    }),
    documents: asked.documents.map((document) => {
      const attached = document.onFile.filter(({ patientDocumentId }) => ids.has(patientDocumentId));
      return {
        name: document.name,
        label: documentText(document),
        isRequired: document.isRequired,
        attached: attached.map(({ documentName }) => documentName),
        reason: charts.missing?.[document.name]?.trim() || null,
      };
    }),
    authorizationReason: asked.needsAuthorizationCode && !authorizationCode?.trim() ? authorizationReason : null,
  };
}

interface AnsweredProtocolProps {
  values: WizardValues;
  action: ReactNode;
}

/** Step 5: what the receiver reads of the protocol. */
export function AnsweredProtocol({ values, action }: AnsweredProtocolProps): ReactNode {
  return <ReferralProtocol protocol={answeredOf(values)} action={action} />;
}
