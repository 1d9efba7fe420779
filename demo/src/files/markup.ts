import type { DemoPatient } from '../patients.ts';

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escape = (text: string) => text.replace(/[&<>"]/g, (sign) => entities[sign] ?? '');

const compact = (day: string | null) => (day ?? '').replaceAll('-', '');
const stamp = (date: Date) => date.toISOString().replace(/[-:T]/g, '').slice(0, 14);

/** An RTF letter, as saved by a word processor. */
export function rtfOf(patient: DemoPatient, paragraphs: readonly string[]): string {
  const text = (line: string) =>
    line.replace(/[\\{}]/g, String.raw`\$&`).replace(/[^\0-\x7f]/g, (sign) => `\\u${sign.charCodeAt(0)}?`);
  const head = `{\\b ${text(patient.lastName.toUpperCase())}, ${text(patient.firstName)}}\\line MRN: ${patient.mrn}\\par`;
  const body = paragraphs.map((line) => `${text(line)}\\par`).join('\n');
  return `{\\rtf1\\ansi\\ansicpg1252{\\fonttbl{\\f0\\fswiss Arial;}}\\f0\\fs22\n${head}\n\\par\n${body}\n}`;
}

/** A page from a patient portal. */
export function htmlOf(patient: DemoPatient, title: string, rows: readonly (readonly [string, string])[]): string {
  const table = rows.map(([name, value]) => `<tr><th scope="row">${escape(name)}</th><td>${escape(value)}</td></tr>`);
  return [
    '<!doctype html>',
    `<html lang="en"><head><meta charset="utf-8"><title>${escape(title)}</title>`,
    // Scripts and styles such pages contain, which readers never see.
    '<link rel="stylesheet" href="https://portal.example/print.css"><script>window.print()</script></head>',
    `<body onload="window.print()"><h1>${escape(title)}</h1>`,
    `<p><strong>${escape(patient.lastName.toUpperCase())}, ${escape(patient.firstName)}</strong> MRN: ${patient.mrn}</p>`,
    `<table><tbody>${table.join('\n')}</tbody></table>`,
    '<p><img src="https://portal.example/seen.gif" alt=""> Printed from the patient portal.</p></body></html>',
  ].join('\n');
}

/** Results as sent by a laboratory system: HL7 version 2.5. */
export function hl7Of(patient: DemoPatient, date: Date, results: readonly (readonly string[])[]): string {
  const sex = { male: 'M', female: 'F', unknown: 'U' }[patient.gender];
  return [
    `MSH|^~\\&|LAB|Seaport Reference Laboratory|CARELOOP|Bay Colony|${stamp(date)}||ORU^R01^ORU_R01|${patient.mrn}-1|P|2.5`,
    `PID|1||${patient.mrn}^^^BC^MR||${patient.lastName.toUpperCase()}^${patient.firstName}||${compact(patient.dateOfBirth)}|${sex}`,
    `OBR|1||SRL-20411|24323-8^Comprehensive metabolic panel^LN|||${stamp(date)}|||||||||||||||${stamp(date)}|||F`,
    ...results.map(
      ([code = '', name = '', value = '', unit = '', range = '', flag = ''], index) =>
        `OBX|${index + 1}|NM|${code}^${name}^LN||${value}|${unit}|${range}|${flag}|||F|||${stamp(date)}`,
    ),
    'NTE|1|L|Specimen hemolyzed slightly; potassium may read high.',
  ].join('\r');
}

/** A continuity of care document with narrative sections. */
export function clinicalDocumentOf(
  patient: DemoPatient,
  date: Date,
  sections: readonly { title: string; columns: readonly string[]; rows: readonly (readonly string[])[] }[],
): string {
  const cells = (row: readonly string[], tag: string) => row.map((cell) => `<${tag}>${escape(cell)}</${tag}>`).join('');
  const body = sections.map(
    ({ title, columns, rows }) => `<component><section><title>${escape(title)}</title><text>
<table><thead><tr>${cells(columns, 'th')}</tr></thead><tbody>
${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('\n')}
</tbody></table></text></section></component>`,
  );
  const sex = { male: 'Male', female: 'Female', unknown: 'Unknown' }[patient.gender];
  return `<?xml version="1.0" encoding="UTF-8"?>
<ClinicalDocument xmlns="urn:hl7-org:v3">
<title>Continuity of Care Document</title>
<effectiveTime value="${stamp(date)}+0000"/>
<recordTarget><patientRole><id extension="${patient.mrn}" root="2.16.840.1.113883.19.5"/>
<patient><name><given>${escape(patient.firstName)}</given><family>${escape(patient.lastName.toUpperCase())}</family></name>
<administrativeGenderCode code="${sex.slice(0, 1)}" displayName="${sex}"/><birthTime value="${compact(patient.dateOfBirth)}"/></patient>
</patientRole></recordTarget>
<author><assignedAuthor><assignedPerson><name><given>Helena</given><family>Marsh</family></name></assignedPerson></assignedAuthor></author>
<custodian><assignedCustodian><representedCustodianOrganization><name>Seaport Internal Medicine</name></representedCustodianOrganization></assignedCustodian></custodian>
<!-- MRN: ${patient.mrn} -->
<component><structuredBody>
${body.join('\n')}
</structuredBody></component>
</ClinicalDocument>
`;
}
