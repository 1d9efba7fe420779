import { longDay } from '@careloop/contracts/fields/birth';

import { escapeHtml } from '../escapeHtml.ts';
import { hl7Day } from '../hl7Time.ts';
import { fieldOf } from './message.ts';
import type { Segment } from './message.ts';
import { fieldText } from './segmentHtml.ts';

/** The patient (PID) as in the product's banner: name, birth, sex and MRN. */
export function patientLine(pid: Segment): string {
  const name = fieldText(pid, 5);
  const sex = fieldText(pid, 8);
  const facts = [bornText(pid), sex === '' ? 'Sex not stated' : sex, mrnText(pid)].filter(Boolean);
  const died = dayText(fieldOf(pid, 29)) || fieldText(pid, 29);
  const isDead = died !== '' || fieldOf(pid, 30).trim() === 'Y';
  const death = isDead ? ` · <strong class="abnormal">${escapeHtml(`Deceased ${died}`.trim())}</strong>` : '';
  return `<p><strong>${escapeHtml(name === '' ? 'Name not stated' : name)}</strong> · ${facts.map(escapeHtml).join(' · ')}${death}</p>`;
}

function bornText(pid: Segment): string {
  const text = dayText(fieldOf(pid, 7)) || fieldText(pid, 7);
  return text === '' ? 'Date of birth not stated' : `Born ${text}`;
}

function dayText(time: string): string {
  const day = hl7Day(/^[\d.+-]*/.exec(time)?.[0] ?? '');
  return day === null ? '' : longDay(day);
}

/** The id that is marked as an MRN, otherwise the first. */
function mrnText(pid: Segment): string {
  const { component, repetition } = pid.delimiters;
  const ids = fieldOf(pid, 3).split(repetition);
  const mrn = ids.findIndex((id) => id.split(component)[4] === 'MR');
  const text = fieldText({ ...pid, fields: Object.assign([...pid.fields], { 3: ids[mrn] ?? ids[0] ?? '' }) }, 3);
  if (text === '') return '';
  return mrn < 0 ? `Id ${text}` : `MRN ${text}`;
}
