import { Rejection } from '../draft.ts';
import { isReference } from '../datatypes.ts';
import { diagnosticReport, hasPresentedForm } from '../document.ts';
import { dayOf } from '../dates.ts';
import { firstStated, leavePart, readParts } from '../readParts.ts';
import { subjectOf } from '../subject.ts';
import { categoryOf, statusColumns } from './observation.ts';
import { noValue } from './resultValue.ts';
import { columnsIn } from './draft.ts';
import { codedOf, conceptReferredTo, cut, loinc, namesOf, timeColumns, wordsOfAll } from './values.ts';

import type { SourceResource } from '../source.ts';
import type { Naming } from '../../shared/references.ts';
import type { ClinicalDraft } from './draft.ts';
import type { Concepts } from './values.ts';

const isStated = (value: unknown) => Array.isArray(value) && value.length > 0;

/** Whether a report states something besides its document. */
export function hasResults(source: SourceResource): boolean {
  const { result, conclusion, conclusionCode } = source.json;
  return isStated(result) || isStated(conclusionCode) || typeof conclusion === 'string' || !hasPresentedForm(source);
}

/** A report as the panel of its results. Without results, its conclusion is its value. */
export function mapReport(source: SourceResource, naming: Naming, concepts: Concepts): ClinicalDraft {
  const value = readParts(diagnosticReport, source);
  const remarks: string[] = [];
  const isPanel = value.result.length > 0;
  const conclusions = [value.conclusion, wordsOfAll(value.conclusionCode)].filter((item) => item !== null);
  const conclusion = cut([...new Set(conclusions)].join('\n') || null, 20_000, 'conclusion', remarks);
  const coded = codedOf(value.code, [loinc], { source, remarks });
  if (coded === null && !isPanel && conclusion === null) throw new Rejection('has no code');
  const specimens = value.specimen.map((item) => conceptReferredTo(source, item, 'Specimen', { naming, concepts }));
  leavePart(
    source,
    'specimen',
    value.specimen.filter((item, index) => specimens[index] === null && isReference(item)).length,
  );
  return {
    source,
    table: 'patient_result',
    keys: naming.keysOf(source, value.identifier),
    remarks,
    patient: subjectOf(naming.refOf(value.subject, 'Patient')),
    encounter: naming.refOf(value.encounter, 'Encounter'),
    columns: columnsIn('patient_result', {
      ...(coded ?? { code_system: null, code: null, description: 'Report without a name' }),
      category: categoryOf(value.category),
      ...timeColumns(
        firstStated(
          source,
          { effective: value.effectiveDateTime ?? value.effectivePeriod?.start, issued: value.issued },
          dayOf,
        ),
      ),
      ...statusColumns(value.status),
      is_superseded: false,
      order_key: null,
      specimen: wordsOfAll(specimens),
      method: null,
      body_site: null,
      ...noValue,
      value_text: isPanel ? null : conclusion,
      is_panel: isPanel,
      note: isPanel ? conclusion : null,
    }),
    named: [{ column: 'stated_by', names: namesOf([...value.performer, ...value.resultsInterpreter], naming) }],
    parts: [],
    members: value.result.map((item) => naming.refOf(item, 'Observation')).filter((item) => item !== null),
  };
}
