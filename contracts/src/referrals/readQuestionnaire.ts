import { urgencies } from '../codes.ts';
import type { TaskTemplateFieldType } from '../codes/tasks.ts';
import { fieldName, fieldNameOf } from '../tasks/templates.ts';
import { protocolLimits, type ProtocolContent, type ProtocolQuestion, type RequestedDocument } from './protocols.ts';
import { itemControl, linkIds, protocolExtensions, referenceResource } from './questionnaire.ts';

/** Characters of a file, levels of groups and items that are read. */
export const questionnaireLimits = { characters: 500_000, depth: 10, items: 500, notes: 100 } as const;

export const questionnaireTexts = {
  tooLarge: 'This file is larger than 500 kB. A protocol does not need that much.',
  notJson: 'This file is not JSON. Export the Questionnaire as JSON, not XML.',
  notQuestionnaire: 'This file is not a FHIR Questionnaire.',
  tooMany: 'This Questionnaire has more than 500 items. Split it, or import a part of it.',
  tooDeep: 'This Questionnaire has groups more than 10 levels deep.',
  noItems: 'This Questionnaire has no items.',
} as const;

/** A Questionnaire as a protocol, before it is saved. */
export interface ReadProtocol {
  name: string;
  /** As the sender names it; null if it is not stated. */
  specialtyName: string | null;
  content: ProtocolContent;
  /** What has no place in a protocol, or another one, each in a sentence. */
  notes: string[];
}

type Json = Record<string, unknown>;
const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const objects = (value: unknown): Json[] => (Array.isArray(value) ? value.filter(isObject) : []);
/** Without what the API refuses: halves of a character, and control characters except for tabs and line breaks. */
const textOf = (value: unknown): string =>
  typeof value === 'string'
    ? value
        .toWellFormed()
        .replaceAll(/(?![\t\n\r])\p{Cc}/gu, ' ')
        .trim()
    : '';
const extensionsOf = (item: Json) => objects(item['extension']);
const extensionsWith = (item: Json, url: string) => extensionsOf(item).filter((one) => one['url'] === url);

class QuestionnaireError extends Error {}

/**
 * Reads a FHIR R4 Questionnaire. Nothing is dropped in silence: what has no place in a protocol is listed in `notes`.
 * @param typeIdOf the id of a document type with this name
 * @returns an error text if the file cannot be read at all
 */
export function readQuestionnaire(
  text: string,
  typeIdOf: (name: string) => number | undefined,
): { read: ReadProtocol } | { error: string } {
  if (text.length > questionnaireLimits.characters) return { error: questionnaireTexts.tooLarge };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return { error: questionnaireTexts.notJson };
  }
  if (!isObject(value) || value['resourceType'] !== 'Questionnaire')
    return { error: questionnaireTexts.notQuestionnaire };
  if (objects(value['item']).length === 0 && extensionsOf(value).length === 0)
    return { error: questionnaireTexts.noItems };
  try {
    return { read: new Reading(typeIdOf).read(value) };
  } catch (thrown) {
    if (thrown instanceof QuestionnaireError) return { error: thrown.message };
    throw thrown;
  }
}

/** Elements that say nothing a protocol has to keep, or that are read. */
const knownOfResource = new Set(
  'resourceType id meta url identifier version name title status date publisher subjectType useContext extension item text description'.split(
    ' ',
  ),
);
const knownOfItem = new Set('linkId text type required answerOption extension item id'.split(' '));
/** How it reads that an element has no place. */
const elementNotes = new Map(
  Object.entries({
    enableWhen: 'is shown under a condition there, and always here',
    enableBehavior: '',
    repeats: 'can be answered more than once there, and once here',
    initial: 'is filled in there, and empty here',
    maxLength: 'has a maximum length there that is not checked here',
    answerValueSet: 'takes its options from a value set, which is not in the file',
    readOnly: 'cannot be answered there',
    prefix: 'has a number or letter there that is left out',
    code: 'has a code there that is left out',
    definition: 'has a definition there that is left out',
  }),
);
const plainTypes: ReadonlyMap<string, TaskTemplateFieldType> = new Map([
  ['string', 'text'],
  ['text', 'text_area'],
  ['boolean', 'checkbox'],
  ['date', 'date'],
]);
/** Types that are kept as text. */
const textTypes = new Set(['decimal', 'integer', 'quantity', 'dateTime', 'time', 'url']);

class Reading {
  readonly #typeIdOf: (name: string) => number | undefined;
  readonly #texts: string[] = [];
  readonly #questions: ProtocolQuestion[] = [];
  readonly #documents: RequestedDocument[] = [];
  readonly #notes: string[] = [];
  #items = 0;

  constructor(typeIdOf: (name: string) => number | undefined) {
    this.#typeIdOf = typeIdOf;
  }

  read(resource: Json): ReadProtocol {
    const description = textOf(resource['description']);
    if (description !== '') this.#texts.push(description);
    this.#readItems(resource, 1);
    const left = Object.keys(resource).filter((key) => !knownOfResource.has(key));
    if (left.length > 0) this.#note(`Left out of the Questionnaire itself: ${left.join(', ')}.`);
    const ours = new Set<string>([protocolExtensions.needsAuthorizationCode, protocolExtensions.urgencyDays]);
    this.#noteExtensions('The Questionnaire', resource, ours);
    const title = textOf(resource['title']) || textOf(resource['name']);
    return {
      name: this.#cut(title, protocolLimits.name, 'The title'),
      specialtyName: specialtyOf(resource),
      content: {
        text: this.#cut(this.#texts.join('\n\n'), protocolLimits.text, 'The text'),
        questions: this.#atMost(this.#questions, protocolLimits.questions, 'questions'),
        documents: this.#atMost(this.#documents, protocolLimits.documents, 'documents'),
        needsAuthorizationCode: extensionsWith(resource, protocolExtensions.needsAuthorizationCode).some(
          (one) => one['valueBoolean'] === true,
        ),
        urgencyDays: this.#urgencyOf(resource),
      },
      notes: this.#notes,
    };
  }

  #readItems(parent: Json, depth: number): void {
    const items = objects(parent['item']);
    if (Array.isArray(parent['item']) && parent['item'].length > items.length)
      this.#note('Entries that are no items are left out.');
    if (items.length > 0 && depth > questionnaireLimits.depth) throw new QuestionnaireError(questionnaireTexts.tooDeep);
    for (const item of items) {
      this.#items += 1;
      if (this.#items > questionnaireLimits.items) throw new QuestionnaireError(questionnaireTexts.tooMany);
      this.#readItem(item);
      this.#readItems(item, depth + 1);
    }
  }

  #readItem(item: Json): void {
    const type = textOf(item['type']);
    const text = textOf(item['text']);
    const label = text || textOf(item['linkId']);
    const nested = objects(item['item']).length > 0;
    for (const key of Object.keys(item)) {
      if (knownOfItem.has(key)) continue;
      const words = elementNotes.get(key) ?? `has ${key} there, which is left out`;
      if (words !== '') this.#note(`“${label}” ${words}.`);
    }
    if (type === 'group') {
      if (item['linkId'] !== linkIds.documents)
        this.#note(`The group “${label}” is left out; what is in it stands in the list.`);
      return this.#noteExtensions(`“${label}”`, item, new Set());
    }
    if (nested) this.#note(`What belongs to “${label}” there stands after it here.`);
    if (type === 'display') {
      if (text !== '') this.#texts.push(text);
      return this.#noteExtensions(`“${label}”`, item, new Set());
    }
    if (label === '') return this.#note('An item without a text is left out.');
    if (type === 'attachment') this.#addDocument(item, label);
    else this.#addQuestion(item, label, type);
  }

  #addQuestion(item: Json, label: string, type: string): void {
    const read = this.#typeOf(item, label, type);
    if (read === null) return;
    this.#noteExtensions(`“${label}”`, item, new Set([itemControl, referenceResource, protocolExtensions.fieldType]));
    const taken = new Set(this.#questions.map(({ name }) => name));
    this.#questions.push({
      name: ownName(textOf(item['linkId']), label, taken),
      label: this.#cut(label, protocolLimits.label, 'A question'),
      isRequired: item['required'] === true,
      ...read,
    });
  }

  /** Type and options of a question; null if it has no place. */
  #typeOf(item: Json, label: string, type: string): Pick<ProtocolQuestion, 'type' | 'options'> | null {
    const plain = plainTypes.get(type);
    if (plain !== undefined) {
      const own = extensionsWith(item, protocolExtensions.fieldType)[0]?.['valueCode'];
      return { type: type === 'string' && (own === 'phone' || own === 'email') ? own : plain, options: [] };
    }
    if (type === 'choice' || type === 'open-choice') return this.#choiceOf(item, label, type);
    if (
      type === 'reference' &&
      extensionsWith(item, referenceResource).some((one) => one['valueCode'] === 'Practitioner')
    )
      return { type: 'provider_selector', options: [] };
    if (textTypes.has(type)) {
      this.#note(`“${label}” is of the type ${type} there, and a text here.`);
      return { type: 'text', options: [] };
    }
    this.#note(`“${label}” is left out: a protocol has no questions of the type ${type || 'unknown'}.`);
    return null;
  }

  #choiceOf(item: Json, label: string, type: string): Pick<ProtocolQuestion, 'type' | 'options'> {
    const given = objects(item['answerOption']);
    const texts = given.map((option) => this.#cut(optionText(option), 100, 'An option'));
    const options = [...new Set(texts.filter((text) => text !== ''))];
    if (options.length < given.length)
      this.#note(`“${label}”: options without a text, or the same twice, are left out.`);
    if (options.length === 0) {
      this.#note(`“${label}” has no options in the file, and is a text here.`);
      return { type: 'text', options: [] };
    }
    if (type === 'open-choice') this.#note(`“${label}” takes other answers than its options there, but not here.`);
    const control = extensionsWith(item, itemControl).flatMap(controlCodes);
    return {
      type: control.includes('radio-button') ? 'radio' : 'dropdown',
      options: this.#atMost(options, 50, `options of “${label}”`),
    };
  }

  #addDocument(item: Json, label: string): void {
    const { documentType, nameContains, documentAge } = protocolExtensions;
    this.#noteExtensions(`“${label}”`, item, new Set([documentType, nameContains, documentAge]));
    const names = extensionsWith(item, documentType).map((one) => textOf(one['valueString']));
    const ids = names.map(this.#typeIdOf);
    for (const [index, name] of names.entries())
      if (ids[index] === undefined) this.#note(`“${label}”: there is no document type “${name}” here.`);
    const documentTypeIds = [...new Set(ids.filter((id) => id !== undefined))].slice(0, protocolLimits.types);
    if (documentTypeIds.length === 0) this.#note(`“${label}”: choose the types of document before you save.`);
    const age = extensionsWith(item, documentAge)[0]?.['valueDuration'];
    const months = isObject(age) && age['code'] === 'mo' ? Number(age['value']) : null;
    const isUsable = months !== null && Number.isInteger(months) && months >= 1 && months <= protocolLimits.months;
    if (age !== undefined && !isUsable) this.#note(`“${label}”: its age is not a number of months, and is left out.`);
    const taken = new Set(this.#documents.map(({ name }) => name));
    const words = textOf(extensionsWith(item, nameContains)[0]?.['valueString']);
    this.#documents.push({
      name: ownName(textOf(item['linkId']).replace(linkIds.document, ''), label, taken),
      label: this.#cut(label, protocolLimits.label, 'A document'),
      documentTypeIds,
      nameContains: words === '' ? null : this.#cut(words, protocolLimits.words, 'The name of a document'),
      withinMonths: isUsable ? months : null,
      isRequired: item['required'] === true,
    });
  }

  #urgencyOf(resource: Json): ProtocolContent['urgencyDays'] {
    const days = extensionsWith(resource, protocolExtensions.urgencyDays)[0]?.['valueInteger'];
    const known = urgencies.find((one) => one.days === days);
    if (days !== undefined && known === undefined)
      this.#note('The suggested urgency is not one of those offered here.');
    return known?.days ?? null;
  }

  #noteExtensions(what: string, element: Json, known: ReadonlySet<string>): void {
    for (const { url } of extensionsOf(element))
      if (!known.has(textOf(url))) this.#note(`${what}: the extension ${textOf(url) || 'without a URL'} is left out.`);
  }

  #atMost<One>(list: readonly One[], most: number, what: string): One[] {
    if (list.length > most) this.#note(`Only the first ${most} of ${list.length} ${what} are kept.`);
    return list.slice(0, most);
  }

  #cut(text: string, most: number, what: string): string {
    if (text.length > most) this.#note(`${what} is cut after ${most} characters: “${text.slice(0, 40)}…”`);
    // Without the first half of a character that was cut in two.
    return text
      .slice(0, most)
      .replace(/[\ud800-\udbff]$/, '')
      .trim();
  }

  #note(text: string): void {
    if (this.#notes.includes(text.slice(0, 300))) return;
    if (this.#notes.length < questionnaireLimits.notes) this.#notes.push(text.slice(0, 300));
    else if (this.#notes.length === questionnaireLimits.notes) this.#notes.push('And more of the same.');
  }
}

/** The linkId if it can be a name, else one made of the label. */
const ownName = (linkId: string, label: string, taken: ReadonlySet<string>): string =>
  fieldName.safeParse(linkId).success && !taken.has(linkId) ? linkId : fieldNameOf(label, taken);

function optionText(option: Json): string {
  const coding = option['valueCoding'];
  if (isObject(coding)) return textOf(coding['display']) || textOf(coding['code']);
  const value = option['valueString'] ?? option['valueInteger'] ?? option['valueDate'] ?? option['valueTime'];
  return typeof value === 'number' ? String(value) : textOf(value);
}

const controlCodes = ({ valueCodeableConcept: concept }: Json) =>
  isObject(concept) ? objects(concept['coding']).map(({ code }) => textOf(code)) : [];

/** The specialty it is for, as the sender names it. */
function specialtyOf(resource: Json): string | null {
  for (const { code, valueCodeableConcept: concept } of objects(resource['useContext']))
    if (isObject(code) && code['code'] === 'focus' && isObject(concept))
      return textOf(concept['text']) || textOf(objects(concept['coding'])[0]?.['display']) || null;
  return null;
}
