import type { ProviderSearchItem } from '@careloop/contracts/directory';
import { toSearchItem } from '@careloop/contracts/directory/search';
import type { PatientInfo } from '@careloop/contracts/patients';
import { IconPill, IconSend } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { ConsultationWizard } from '../consultations/shared/lazyDialogs.ts';
import { AdvancedSearch } from '../directory/shared/lazyDialogs.ts';
import { ReferralWizard } from '../referrals/shared/lazyDialogs.ts';

/** The provider search of a patient: a referral or consultation can be started with a found provider. */
export function FindProvider({ patient, onClose }: { patient: PatientInfo; onClose: () => void }): ReactNode {
  const [begun, setBegun] = useState<'referral' | 'consultation'>();
  const [provider, setProvider] = useState<ProviderSearchItem>();
  const { patientId, can } = patient;
  const begin = (what: 'referral' | 'consultation') => (found: Parameters<typeof toSearchItem>[0]) => {
    setProvider(toSearchItem(found));
    setBegun(what);
  };
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
  const wizard = { patientId, provider, onClose, onSent: onClose };
  if (begun === 'referral') return <ReferralWizard {...wizard} />;
  if (begun === 'consultation') return <ConsultationWizard {...wizard} />;
  return <AdvancedSearch patientId={patientId} requests={requests} onClose={onClose} />;
}
