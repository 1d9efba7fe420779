import { concept } from '../../fhir/build.ts';
import type { Json } from '../../fhir/build.ts';
import { periodOf, timeOf } from '../datatypes.ts';
import type { Element } from '../element.ts';
import { absentReason, codeOf, textOf, wordsOfConcept } from './statement.ts';
import type { Section } from './statement.ts';

const number = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,2})?$/i;

/** PQ, REAL or INT; undefined without a number. */
export function quantityOf(element: Element | undefined): Json | undefined {
  const { value = '', unit } = element?.attributes ?? {};
  if (!number.test(value.trim())) return undefined;
  return { value: value.trim(), unit: unit === '1' ? undefined : unit };
}

/** A boundary of an interval that has only one: at least, or less than. */
function boundOf(element: Element | undefined, comparator: '<' | '>'): Json | undefined {
  const quantity = quantityOf(element);
  const isExcluded = element?.attributes['inclusive'] === 'false';
  return quantity && { ...quantity, comparator: isExcluded ? comparator : `${comparator}=` };
}

/** The value of an observation, by its type. */
export function valueOf(observation: Element, section: Section): Json {
  const [value, ...others] = observation.all('value');
  section.document.notKept.push(...others.map(() => 'value of a result after the first'));
  if (value === undefined) return {};
  const absent = absentReason(value);
  const type = value.attributes['type']?.replace(/^.*:/, '') ?? '';
  const stated = statedValue(value, type, section);
  if (Object.values(stated).some((item) => item !== undefined && item !== '')) return stated;
  return { dataAbsentReason: absent };
}

function statedValue(value: Element, type: string, section: Section): Json {
  const [low, high] = [value.first('low'), value.first('high')];
  if (type === 'IVL_TS') return { valuePeriod: periodOf(value, section.document.timeZone) };
  if (type === 'TS') return { valueDateTime: timeOf(value, section.document.timeZone) };
  if (type === 'BL') return { valueBoolean: { true: true, false: false }[value.attributes['value'] ?? ''] };
  if (type.startsWith('RTO')) {
    return {
      valueRatio: {
        numerator: quantityOf(value.first('numerator')),
        denominator: quantityOf(value.first('denominator')),
      },
    };
  }
  if (low !== undefined || high !== undefined) {
    const [least, most] = [quantityOf(low), quantityOf(high)];
    if (least !== undefined && most !== undefined) return { valueRange: { low: least, high: most } };
    return { valueQuantity: boundOf(low, '>') ?? boundOf(high, '<') };
  }
  const quantity = quantityOf(value);
  if (quantity !== undefined) return type === 'INT' ? { valueInteger: quantity['value'] } : { valueQuantity: quantity };
  const coded = codeOf(value, section);
  if (wordsOfConcept(coded) !== '') return { valueCodeableConcept: coded };
  const { value: text = '', unit = '', representation = '' } = value.attributes;
  if (representation === 'B64') return { valueString: 'A file that is in the document' };
  return { valueString: textOf(value, section) || [text, unit].filter(Boolean).join(' ') };
}

/** Reference ranges: an interval, or a text. */
export function rangesOf(observation: Element, section: Section): Json[] {
  return observation.all('referenceRange/observationRange').map((range) => {
    const value = range.first('value');
    const words = wordsOfConcept(codeOf(value, section)) || textOf(value, section);
    const text = textOf(range.first('text'), section) || words;
    const kind = wordsOfConcept(codeOf(range.first('interpretationCode'), section));
    return {
      low: quantityOf(value?.first('low')),
      high: quantityOf(value?.first('high')),
      // An interval has no text of its own.
      text: text || undefined,
      type: kind === '' || kind === 'N' ? undefined : concept(kind),
    };
  });
}
