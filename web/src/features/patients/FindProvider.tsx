import type { ProviderSearchItem } from '@careloop/contracts/directory';
import { toSearchItem } from '@careloop/contracts/directory/search';
import type { PatientInfo } from '@careloop/contracts/patients';
import { Button } from '@mantine/core';
import { IconPill, IconSend, IconStethoscope } from '@tabler/icons-react';
import { Suspense, useState, type ReactNode } from 'react';
import { useCommand } from '../../ui/commands.ts';
import { ConsultationWizard } from '../consultations/shared/lazyDialogs.ts';
import { AdvancedSearch } from '../directory/shared/lazyDialogs.ts';
import { ReferralWizard } from '../referrals/shared/lazyDialogs.ts';
import { patientName } from './shared/PatientBanner.tsx';

/** The provider search for a patient: what is sent to somebody begins with the provider who was found. */
export function FindProvider({ patient }: { patient: PatientInfo }): ReactNode {
  const [opened, setOpened] = useState<'search' | 'referral' | 'consultation'>();
  const [provider, setProvider] = useState<ProviderSearchItem>();
  const { patientId, can } = patient;
  const begin = (what: 'referral' | 'consultation') => (found: Parameters<typeof toSearchItem>[0]) => {
    setProvider(toSearchItem(found));
    setOpened(what);
  };
  const close = () => setOpened(undefined);
  useCommand(`Find a provider for ${patientName(patient)}`, () => setOpened('search'), true);
  const referral = { label: 'Request referral', icon: <IconSend size={16} aria-hidden />, onBegin: begin('referral') };
  const consultation = {
    label: 'Request consultation',
    icon: <IconPill size={16} aria-hidden />,
    onBegin: begin('consultation'),
  };
  const requests = [
    ...(can.createReferral === true ? [referral] : []),
    ...(can.createConsultation === true ? [consultation] : []),
  ];
  const wizard = { patientId, provider, onClose: close, onSent: close };
  return (
    <>
      <Button
        variant="default"
        size="compact-md"
        leftSection={<IconStethoscope size={16} aria-hidden />}
        onClick={() => setOpened('search')}
      >
        Find a provider
      </Button>
      <Suspense fallback={null}>
        {opened === 'search' && <AdvancedSearch patientId={patientId} requests={requests} onClose={close} />}
        {opened === 'referral' && <ReferralWizard {...wizard} />}
        {opened === 'consultation' && <ConsultationWizard {...wizard} />}
      </Suspense>
    </>
  );
}
