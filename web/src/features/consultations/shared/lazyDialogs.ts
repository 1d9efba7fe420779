import { lazy } from 'react';
import { loadChunk } from '../../../lib/loadChunk.ts';

// Loaded when they are opened.

export const ConsultationWizard = lazy(async () => {
  const { ConsultationWizard: component } = await loadChunk(() => import('../wizard/ConsultationWizard.tsx'));
  return { default: component };
});

export const ProcessConsultation = lazy(async () => {
  const { ProcessConsultation: component } = await loadChunk(() => import('../process/ProcessConsultation.tsx'));
  return { default: component };
});

export const AnswerLine = lazy(async () => {
  const { AnswerLine: component } = await loadChunk(() => import('../process/AnswerLine.tsx'));
  return { default: component };
});
