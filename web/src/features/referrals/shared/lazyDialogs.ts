import { lazy } from 'react';
import { loadChunk } from '../../../lib/loadChunk.ts';

// Loaded when they are opened: no first screen needs calendars, numbering plans or the wizard's steps.

export const ReferralWizard = lazy(async () => {
  const { ReferralWizard: component } = await loadChunk(() => import('../wizard/ReferralWizard.tsx'));
  return { default: component };
});

export const SelectProvider = lazy(async () => {
  const { SelectProvider: component } = await loadChunk(() => import('../process/SelectProvider.tsx'));
  return { default: component };
});

export const ProcessReferral = lazy(async () => {
  const { ProcessReferral: component } = await loadChunk(() => import('../process/ProcessReferral.tsx'));
  return { default: component };
});

export const RescheduleReferral = lazy(async () => {
  const { RescheduleReferral: component } = await loadChunk(() => import('../process/RescheduleReferral.tsx'));
  return { default: component };
});

export const VisitOutcome = lazy(async () => {
  const { VisitOutcome: component } = await loadChunk(() => import('../process/VisitOutcome.tsx'));
  return { default: component };
});

export const EditReferral = lazy(async () => {
  const { EditReferral: component } = await loadChunk(() => import('../wizard/EditReferral.tsx'));
  return { default: component };
});

export const ChangeUrgency = lazy(async () => {
  const { ChangeUrgency: component } = await loadChunk(() => import('../wizard/ChangeUrgency.tsx'));
  return { default: component };
});

export const CompleteReferral = lazy(async () => {
  const { CompleteReferral: component } = await loadChunk(() => import('../process/CompleteReferral.tsx'));
  return { default: component };
});

export const DecisionLine = lazy(async () => {
  const { DecisionLine: component } = await loadChunk(() => import('../process/DecisionLine.tsx'));
  return { default: component };
});
