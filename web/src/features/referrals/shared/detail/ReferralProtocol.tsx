import { answeredQuestions, type SentProtocol } from '@careloop/contracts/referrals/protocols';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../../../../components/Section.tsx';
import { Facts, type Fact } from '../../../../ui/Facts.tsx';
import classes from '../../../../components/RequestDetail.module.css';

interface ReferralProtocolProps {
  protocol: SentProtocol | null;
  /** Right of the title. */
  action?: ReactNode;
}

/** What is missing of a protocol, each with its reason. */
function missingFacts({ documents, authorizationReason }: SentProtocol): Fact[] {
  const absent = documents.filter(({ attached }) => attached.length === 0);
  return [
    ...absent.map(({ label, reason }) => ({ label, value: reason ?? 'Not attached' })),
    ...(authorizationReason === null ? [] : [{ label: 'Authorization code', value: authorizationReason }]),
  ];
}

/** What the referral answers to the protocol of its specialty, and what is missing. */
export function ReferralProtocol({ protocol, action }: ReferralProtocolProps): ReactNode {
  if (protocol === null) return null;
  const { name, answers, documents } = protocol;
  const missing = missingFacts(protocol);
  const attached = documents.filter((one) => one.attached.length > 0);
  if (answers.length + missing.length + attached.length === 0) return null;
  return (
    <Section title={name} action={action}>
      {answers.length > 0 && (
        <Facts columns={2} facts={answeredQuestions(protocol).map(([label, value]) => ({ label, value }))} />
      )}
      {attached.length > 0 && (
        <Text fz="sm" mt={answers.length > 0 ? 'xs' : 0} className={classes.text}>
          <Text span inherit c="dimmed">
            Attached
          </Text>{' '}
          {attached.map(({ label }) => label).join(' · ')}
        </Text>
      )}
      {missing.length > 0 && (
        <>
          <Text fz="sm" fw={600} mt="xs" mb={4}>
            Missing
          </Text>
          <Facts columns={2} facts={missing} />
        </>
      )}
    </Section>
  );
}
