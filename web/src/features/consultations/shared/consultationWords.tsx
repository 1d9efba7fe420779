import type { Consultation } from '@careloop/contracts/consultations';
import { consultationStatusLabels, type ConsultationStatus } from '@careloop/contracts/codes/consultations';
import { IconAlertCircle, IconBan, IconCheck, IconChecks, IconClock, IconX, type Icon } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { StatusBadge } from '../../../ui/StatusBadge.tsx';
import type { Tone } from '../../../ui/tones.ts';

const looks: Record<ConsultationStatus, { tone: Tone; icon: Icon }> = {
  pending: { tone: 'neutral', icon: IconClock },
  acknowledged: { tone: 'warning', icon: IconAlertCircle },
  accepted: { tone: 'success', icon: IconCheck },
  accepted_with_change: { tone: 'success', icon: IconChecks },
  declined: { tone: 'danger', icon: IconX },
  cancelled: { tone: 'inactive', icon: IconBan },
};

const isShown = (status: string): status is ConsultationStatus => status in looks;

/** "Accepted with changes" for `accepted_with_change`; an unknown status is returned unchanged. */
export function consultationStatusLabel(status: string): string {
  return isShown(status) ? consultationStatusLabels[status] : status;
}

/** Tone of a status, for timelines. */
export function consultationStatusTone(status: string): Tone {
  return isShown(status) ? looks[status].tone : 'neutral';
}

/** A consultation's status with an icon. */
export function ConsultationStatusBadge({ status }: { status: ConsultationStatus }): ReactNode {
  const { tone, icon: Icon } = looks[status];
  return <StatusBadge tone={tone} label={consultationStatusLabels[status]} icon={<Icon size={14} aria-hidden />} />;
}

/** Opens the dialog, which shows the request and its documents beside the answer. */
export const answerDialogLabel = ({ patientCharts }: Pick<Consultation, 'patientCharts'>): string =>
  patientCharts.length > 0 ? 'Answer beside the documents' : 'Answer beside the request';
