import type { ProtocolContent, ProtocolQuestion, RequestedDocument } from './protocols.ts';
import type { TaskTemplateFieldType } from '../codes/tasks.ts';

// A referral protocol as a FHIR R4 Questionnaire. Where R4 has no element, an extension below this namespace is used
// (docs/domain/referrals.md#protocols).

const namespace = 'urn:careloop:fhir';
export const protocolExtensions = {
  /** Type of a question that R4 does not tell apart: phone, email. */
  fieldType: `${namespace}:protocol-field-type`,
  /** Name of a document type, once for each. */
  documentType: `${namespace}:protocol-document-type`,
  nameContains: `${namespace}:protocol-document-name`,
  /** How old a document may be, in months. */
  documentAge: `${namespace}:protocol-document-age`,
  needsAuthorizationCode: `${namespace}:protocol-needs-authorization-code`,
  /** Suggested urgency in days. */
  urgencyDays: `${namespace}:protocol-urgency-days`,
} as const;

export const itemControl = 'http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl';
export const referenceResource = 'http://hl7.org/fhir/StructureDefinition/questionnaire-referenceResource';
const itemControlSystem = 'http://hl7.org/fhir/questionnaire-item-control';
const contextSystem = 'http://terminology.hl7.org/CodeSystem/usage-context-type';

/** linkIds of the parts that are not questions; a question's is its name. */
export const linkIds = { text: 'protocol-text', documents: 'protocol-documents', document: 'document-' } as const;

interface QuestionnaireExtension {
  url: string;
  valueString?: string;
  valueCode?: string;
  valueInteger?: number;
  valueBoolean?: boolean;
  valueDuration?: { value: number; unit: string; system: string; code: string };
  valueCodeableConcept?: { coding: { system: string; code: string }[] };
}

interface QuestionnaireItem {
  linkId: string;
  text?: string;
  type: string;
  required?: boolean;
  answerOption?: { valueString: string }[];
  extension?: QuestionnaireExtension[];
  item?: QuestionnaireItem[];
}

export interface Questionnaire {
  resourceType: 'Questionnaire';
  title: string;
  status: 'active' | 'retired';
  version?: string;
  subjectType: ['Patient'];
  useContext: object[];
  extension?: QuestionnaireExtension[];
  item: QuestionnaireItem[];
}

/** A protocol with the names by which another installation knows its specialty and document types. */
export interface NamedProtocol {
  name: string;
  specialtyName: string;
  version?: number;
  isArchived?: boolean;
  content: ProtocolContent;
}

const control = (code: string): QuestionnaireExtension => ({
  url: itemControl,
  valueCodeableConcept: { coding: [{ system: itemControlSystem, code }] },
});

/** The R4 type of each type of question, and what tells it apart from others of that type. */
const itemTypes: Record<TaskTemplateFieldType, Pick<QuestionnaireItem, 'type' | 'extension'>> = {
  text: { type: 'string' },
  text_area: { type: 'text' },
  checkbox: { type: 'boolean' },
  date: { type: 'date' },
  dropdown: { type: 'choice', extension: [control('drop-down')] },
  radio: { type: 'choice', extension: [control('radio-button')] },
  phone: { type: 'string', extension: [{ url: protocolExtensions.fieldType, valueCode: 'phone' }] },
  email: { type: 'string', extension: [{ url: protocolExtensions.fieldType, valueCode: 'email' }] },
  provider_selector: { type: 'reference', extension: [{ url: referenceResource, valueCode: 'Practitioner' }] },
};

function questionItem({ name, label, type, isRequired, options }: ProtocolQuestion): QuestionnaireItem {
  return {
    linkId: name,
    text: label,
    required: isRequired,
    ...itemTypes[type],
    ...(options.length > 0 && { answerOption: options.map((valueString) => ({ valueString })) }),
  };
}

function documentItem(document: RequestedDocument, typeName: (id: number) => string): QuestionnaireItem {
  const { name, label, documentTypeIds, nameContains, withinMonths, isRequired } = document;
  const extension: QuestionnaireExtension[] = documentTypeIds.map((id) => ({
    url: protocolExtensions.documentType,
    valueString: typeName(id),
  }));
  if (nameContains !== null) extension.push({ url: protocolExtensions.nameContains, valueString: nameContains });
  if (withinMonths !== null)
    extension.push({
      url: protocolExtensions.documentAge,
      valueDuration: { value: withinMonths, unit: 'months', system: 'http://unitsofmeasure.org', code: 'mo' },
    });
  return { linkId: `${linkIds.document}${name}`, text: label, type: 'attachment', required: isRequired, extension };
}

/** A protocol as a FHIR R4 Questionnaire. */
export function questionnaireOf(protocol: NamedProtocol, typeName: (id: number) => string): Questionnaire {
  const { name, specialtyName, version, isArchived = false, content } = protocol;
  const { text, questions, documents, needsAuthorizationCode, urgencyDays } = content;
  const extension: QuestionnaireExtension[] = [];
  if (needsAuthorizationCode) extension.push({ url: protocolExtensions.needsAuthorizationCode, valueBoolean: true });
  if (urgencyDays !== null) extension.push({ url: protocolExtensions.urgencyDays, valueInteger: urgencyDays });
  return {
    resourceType: 'Questionnaire',
    title: name,
    status: isArchived ? 'retired' : 'active',
    ...(version !== undefined && { version: String(version) }),
    subjectType: ['Patient'],
    useContext: [{ code: { system: contextSystem, code: 'focus' }, valueCodeableConcept: { text: specialtyName } }],
    ...(extension.length > 0 && { extension }),
    item: [
      ...(text === '' ? [] : [{ linkId: linkIds.text, type: 'display', text }]),
      ...questions.map(questionItem),
      ...(documents.length === 0
        ? []
        : [
            {
              linkId: linkIds.documents,
              type: 'group',
              text: 'Documents',
              item: documents.map((document) => documentItem(document, typeName)),
            },
          ]),
    ],
  };
}
