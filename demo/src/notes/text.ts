import type { Clock } from '../clock.ts';
import type { DemoPatient } from '../patients.ts';
import type { Random } from '../random.ts';

import { writeDay } from '../clock.ts';

const width = 92;

/** Breaks a text into lines that fit a page; a hanging indent keeps list items together. */
export function wrap(text: string, indent = ''): string {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line.length + word.length + 1 > width && line.trim() !== '') {
      lines.push(line);
      line = indent + word;
    } else {
      line = line === '' ? word : `${line} ${word}`;
    }
  }
  return [...lines, line].join('\n');
}

/** "- one" under "- two" */
export function bullets(items: readonly string[]): string {
  return items.map((item) => wrap(`- ${item}`, '  ')).join('\n');
}

export function numbered(items: readonly string[]): string {
  return items.map((item, index) => wrap(`${index + 1}. ${item}`, '   ')).join('\n');
}

const pronouns = {
  male: { He: 'He', he: 'he', His: 'His', his: 'his', him: 'him' },
  female: { He: 'She', he: 'she', His: 'Her', his: 'her', him: 'her' },
  unknown: {
    He: 'The patient',
    he: 'the patient',
    His: "The patient's",
    his: "the patient's",
    him: 'the patient',
  },
} as const;

/**
 * Fills the patient into a text ({he}, {his}), picks one of {several|alternatives}, and a number of {5-14}.
 * @param valueOf what replaces any other name in braces
 */
export function about(patient: DemoPatient, text: string, random: Random, valueOf?: (name: string) => string): string {
  const words = pronouns[patient.gender];
  const told = text.replace(/\{(He|he|His|his|him)\}/g, (_, key: keyof typeof words) => words[key]);
  return told.replace(/\{([^{}]*)\}/g, (_, inner: string) => {
    const [, least, most] = /^(\d+)-(\d+)$/.exec(inner) ?? [];
    if (least !== undefined && most !== undefined) return String(random.int(Number(least), Number(most)));
    return inner.includes('|') || valueOf === undefined ? random.pick(inner.split('|')) : valueOf(inner);
  });
}

/** "a 72-year-old woman", "an 8-day-old boy" */
export function introduce(patient: DemoPatient, moment: Date): string {
  const age = describeAge(patient, moment);
  return `${/^(8|11-|18-)/.test(age) ? 'an' : 'a'} ${age}`;
}

/** "72-year-old woman", "9-day-old boy" */
export function describeAge(patient: DemoPatient, moment: Date): string {
  const days = patient.ageInDays - Math.floor((patient.clock.now.getTime() - moment.getTime()) / 86_400_000);
  const years = Math.floor(days / 365.25);
  const [adult, child] = { male: ['man', 'boy'], female: ['woman', 'girl'], unknown: ['patient', 'patient'] }[
    patient.gender
  ] as [string, string];
  if (patient.dateOfBirth === null) return 'patient of unknown age';
  if (days < 60) return `${Math.max(days, 0)}-day-old ${child}`;
  if (years < 2) return `${Math.floor(days / 30.4)}-month-old ${child}`;
  return `${years}-year-old ${years < 18 ? child : adult}`;
}

/** The patient header at the top of every page of a record. */
export function patientLines(patient: DemoPatient): string {
  const born = patient.dateOfBirth === null ? 'unknown' : writeDay(patient.dateOfBirth);
  const gender = { male: 'Male', female: 'Female', unknown: 'Unknown' }[patient.gender];
  return `Patient: ${patient.lastName.toUpperCase()}, ${patient.firstName}\nBorn: ${born}    Gender: ${gender}    MRN: ${patient.mrn}`;
}

/** 14-Jul-2025 */
export function writeMoment(clock: Clock, moment: Date): string {
  return writeDay(clock.dayOf(moment));
}

export function upperFirst(text: string): string {
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
}

/** Lowercases the first letter, unless the text begins with a name or an abbreviation. */
export function lowerFirst(text: string): string {
  const isName = !/^[A-Z][a-z]/.test(text) || /^(?:Parkinson|Alzheimer)/.test(text);
  return isName ? text : `${text[0]?.toLowerCase()}${text.slice(1)}`;
}
