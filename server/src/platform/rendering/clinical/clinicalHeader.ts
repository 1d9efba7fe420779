import type { SaxesTagPlain } from 'saxes';

import { escapeHtml } from '../escapeHtml.ts';
import {
  codeText,
  idText,
  languageText,
  nameWithUse,
  telecomText,
  timeText,
  withUse,
  wordsOf,
} from './clinicalText.ts';
import type { ClinicalElement } from './clinicalText.ts';

interface Row {
  label: string;
  lines: string[];
}

/** Labels of header parts; other parts are left out. */
const partLabels: Record<string, string> = {
  author: 'Author',
  dataEnterer: 'Entered by',
  informant: 'Informant',
  custodian: 'Custodian',
  informationRecipient: 'Recipient',
  legalAuthenticator: 'Signed by (legally)',
  authenticator: 'Signed by',
  participant: 'Participant',
  inFulfillmentOf: 'Order',
  documentationOf: 'Service',
  relatedDocument: 'Related document',
  authorization: 'Consent',
  componentOf: 'Encounter',
};
/** Labels of nested parts that get their own row. */
const innerLabels: Record<string, string> = {
  performer: 'Performer',
  responsibleParty: 'Responsible party',
  encounterParticipant: 'Encounter participant',
  location: 'Location',
};

/** Labels of CDA participation and role codes, which files use without a display name. */
const participantLabels: Record<string, string> = {
  CALLBCK: 'Callback contact',
  IND: 'Support',
  HLD: 'Insurance policy holder',
  REF: 'Referred by',
};
const roleNames: Record<string, string> = {
  AGNT: 'Agent',
  CAREGIVER: 'Caregiver',
  ECON: 'Emergency contact',
  GUARD: 'Guardian',
  NOK: 'Next of kin',
  POLHOLD: 'Policy holder',
  PRS: 'Personal relationship',
};

/** Elements of no interest to a reader. */
const skipped = new Set(['templateId', 'typeId', 'realmCode', 'signatureCode', 'languageCode', 'statusCode']);

/** Collects the header of a clinical document during parsing: everything before its body. */
export class ClinicalHeader {
  readonly #root: ClinicalElement = { name: '', attributes: {}, children: [], text: '' };
  readonly #open: ClinicalElement[] = [this.#root];

  open(name: string, { attributes }: SaxesTagPlain): void {
    const element: ClinicalElement = { name, attributes, children: [], text: '' };
    this.#open.at(-1)?.children.push(element);
    this.#open.push(element);
  }

  text(text: string): void {
    const last = this.#open.at(-1);
    if (last !== undefined) last.text += text;
  }

  close(): void {
    this.#open.pop();
  }

  /** Shown before the text: patient, date and author. */
  summaryHtml(): string {
    const document = this.#document();
    const names = (path: string) => allAt(document, path).map(wordsOf);
    const rows: Row[] = [
      { label: 'Patient', lines: names('recordTarget/patientRole/patient/name') },
      ...patientFacts(document).slice(0, 3),
      { label: 'Date', lines: allAt(document, 'effectiveTime').flatMap(linesOf) },
      {
        label: 'Author',
        lines: [
          ...names('author/assignedAuthor/assignedPerson/name'),
          ...names('author/assignedAuthor/representedOrganization/name'),
        ],
      },
      { label: 'Custodian', lines: names('custodian/assignedCustodian/representedCustodianOrganization/name') },
      { label: 'Signed by', lines: names('legalAuthenticator/assignedEntity/assignedPerson/name') },
      {
        label: 'Location',
        lines: names('componentOf/encompassingEncounter/location/healthCareFacility/location/name'),
      },
    ];
    return tableOf(rows);
  }

  /** The full header, shown at the end of the document. */
  detailsHtml(): string {
    const document = this.#document();
    const role = allAt(document, 'recordTarget/patientRole');
    const rows: Row[] = [
      { label: 'Patient', lines: allAt(document, 'recordTarget/patientRole/patient/name').map(nameWithUse) },
      ...patientFacts(document),
      { label: 'Contact', lines: role.flatMap(({ children }) => children.filter(isContact)).flatMap(linesOf) },
      { label: 'Guardian', lines: role.flatMap((one) => allAt(one, 'patient/guardian')).flatMap(linesOf) },
      { label: 'Birthplace', lines: role.flatMap((one) => allAt(one, 'patient/birthplace')).flatMap(linesOf) },
      {
        label: 'Provider organization',
        lines: role.flatMap((one) => allAt(one, 'providerOrganization')).flatMap(linesOf),
      },
      ...document.children.flatMap((part) => partRows(part)),
      ...documentRows(document),
    ];
    const table = tableOf(rows);
    return table === '' ? '' : `<h2>About this document</h2>${table}`;
  }

  #document(): ClinicalElement {
    return this.#root.children[0] ?? this.#root;
  }
}

const isContact = ({ name }: ClinicalElement) => name === 'addr' || name === 'telecom';

/** Birth date, sex and ids; a short header has no more than these. */
function patientFacts(document: ClinicalElement): Row[] {
  const of = (path: string) => allAt(document, `recordTarget/patientRole/${path}`).flatMap(linesOf);
  return [
    { label: 'Born', lines: of('patient/birthTime') },
    { label: 'Sex', lines: of('patient/administrativeGenderCode') },
    { label: 'Patient id', lines: of('id') },
    { label: 'Deceased', lines: of('patient/deceasedTime') },
    { label: 'Race', lines: of('patient/raceCode') },
    { label: 'Ethnicity', lines: of('patient/ethnicGroupCode') },
    {
      label: 'Language',
      lines: allAt(document, 'recordTarget/patientRole/patient/languageCommunication').map(languageText),
    },
    { label: 'Marital status', lines: of('patient/maritalStatusCode') },
    { label: 'Religion', lines: of('patient/religiousAffiliationCode') },
  ];
}

function partRows(part: ClinicalElement): Row[] {
  const label = partLabels[part.name];
  if (label === undefined) return [];
  const inner = descendantsOf(part, ({ name }) => innerLabels[name] !== undefined);
  return [
    { label: labelOf(part, label), lines: linesOf(part) },
    ...inner.map((one) => ({ label: innerLabels[one.name] ?? '', lines: one.children.flatMap(linesOf) })),
  ];
}

function labelOf({ name, attributes }: ClinicalElement, label: string): string {
  return name === 'participant' ? (participantLabels[attributes['typeCode'] ?? ''] ?? label) : label;
}

function documentRows(document: ClinicalElement): Row[] {
  const wholeId = ({ attributes: { root, extension } }: ClinicalElement) =>
    [extension ?? root, extension !== undefined && root !== undefined && `(${root})`].filter(Boolean).join(' ');
  return [
    { label: 'Type of document', lines: allAt(document, 'code').flatMap(linesOf) },
    { label: 'Confidentiality', lines: allAt(document, 'confidentialityCode').flatMap(linesOf) },
    { label: 'Document id', lines: allAt(document, 'id').map(wholeId) },
    { label: 'Set id', lines: allAt(document, 'setId').map(wholeId) },
    { label: 'Version', lines: allAt(document, 'versionNumber').map(({ attributes }) => attributes['value'] ?? '') },
  ];
}

/** Sort order: names, then roles, then addresses. */
function rankOf({ name }: ClinicalElement): number {
  if (name === 'name' || /Person$|Recipient$/.test(name)) return 0;
  if (/[cC]ode$/.test(name)) return 1;
  if (name === 'addr') return 2;
  if (name === 'telecom') return 3;
  if (name === 'id') return 4;
  return /[tT]ime$/.test(name) ? 6 : 5;
}

/** Text of an element and its descendants, one line each. */
function linesOf(element: ClinicalElement): string[] {
  const { name, attributes, children } = element;
  if (skipped.has(name)) return [];
  if (name === 'name') return [wordsOf(element)];
  if (name === 'addr') {
    const lines = children.length === 0 ? [wordsOf(element)] : children.map(wordsOf).filter(Boolean);
    return [withUse(lines.join(', '), attributes)];
  }
  if (name === 'telecom') return [withUse(telecomText(attributes['value'] ?? ''), attributes)];
  if (name === 'id') return [idText(attributes)];
  if (/[tT]ime$/.test(name)) return [timeText(element)];
  if (/[cC]ode$/.test(name)) return [codeText(element)];
  const inner = children.filter((child) => innerLabels[child.name] === undefined);
  const own = children.length === 0 ? [wordsOf(element)] : [];
  const roleName = roleNames[attributes['classCode'] ?? ''];
  const below = inner.toSorted((one, other) => rankOf(one) - rankOf(other)).flatMap(linesOf);
  return [...own, ...below, ...(roleName === undefined ? [] : [roleName])];
}

function allAt(element: ClinicalElement, path: string): ClinicalElement[] {
  return path
    .split('/')
    .reduce(
      (found, name) => found.flatMap(({ children }) => children.filter((child) => child.name === name)),
      [element],
    );
}

function descendantsOf(element: ClinicalElement, isWanted: (one: ClinicalElement) => boolean): ClinicalElement[] {
  return element.children.flatMap((child) => (isWanted(child) ? [child] : descendantsOf(child, isWanted)));
}

function tableOf(rows: readonly Row[]): string {
  const shown = rows.flatMap(({ label, lines }) => {
    const words = [...new Set(lines.filter(Boolean))];
    if (words.length === 0) return [];
    return `<tr><th scope="row">${escapeHtml(label)}</th><td>${words.map(escapeHtml).join('<br>')}</td></tr>`;
  });
  return shown.length === 0 ? '' : `<table><tbody>${shown.join('\n')}</tbody></table>`;
}
