import { describe, expect, test } from 'vitest';
import { protocolContent, protocolLimits, type ProtocolContent } from './protocols.ts';
import { questionnaireOf } from './questionnaire.ts';
import { questionnaireTexts, readQuestionnaire } from './readQuestionnaire.ts';

const types = new Map([
  [3, 'Lab Results - Hemoglobin A1c'],
  [5, 'Cardiology Report'],
]);
const typeName = (id: number) => types.get(id) ?? '';
const typeIdOf = (name: string) => [...types].find(([, one]) => one === name)?.[0];

function readText(text: string) {
  const found = readQuestionnaire(text, typeIdOf);
  if ('error' in found) throw new Error(found.error);
  return found.read;
}
const read = (resource: object) => readText(JSON.stringify({ resourceType: 'Questionnaire', ...resource }));
const errorOf = (text: string) => {
  const found = readQuestionnaire(text, typeIdOf);
  return 'error' in found ? found.error : null;
};

const full: ProtocolContent = protocolContent.parse({
  text: 'Please send the last HbA1c.\n\nWith the regimen.',
  questions: [
    { name: 'symptoms', label: 'Symptoms', type: 'text', isRequired: true },
    { name: 'course', label: 'Course', type: 'text_area' },
    { name: 'kind', label: 'Kind', type: 'dropdown', options: ['Type 1', 'Type 2'], isRequired: true },
    { name: 'lows', label: 'Low glucose', type: 'radio', options: ['None', 'Some'] },
    { name: 'insulin', label: 'On insulin', type: 'checkbox' },
    { name: 'since', label: 'Since', type: 'date' },
    { name: 'phone', label: 'Phone of the educator', type: 'phone' },
    { name: 'email', label: 'Email of the educator', type: 'email' },
    { name: 'seenBy', label: 'Seen by', type: 'provider_selector' },
  ],
  documents: [
    { name: 'a1c', label: 'HbA1c', documentTypeIds: [3], withinMonths: 6, isRequired: true },
    { name: 'symptoms', label: 'ECG', documentTypeIds: [5, 3], nameContains: 'ecg' },
  ],
  needsAuthorizationCode: true,
  urgencyDays: 7,
});

describe('a protocol as a Questionnaire', () => {
  test('every part comes back as it went out', () => {
    const named = { name: 'Endocrine', specialtyName: 'Endocrinology', version: 4, content: full };
    const resource = questionnaireOf(named, typeName);
    expect(readText(JSON.stringify(resource))).toEqual({
      name: 'Endocrine',
      specialtyName: 'Endocrinology',
      content: full,
      notes: [],
    });
    const linkIds = resource.item.flatMap((one) => [one, ...(one.item ?? [])]).map(({ linkId }) => linkId);
    expect(new Set(linkIds).size).toBe(linkIds.length);
    expect(resource).toMatchObject({ resourceType: 'Questionnaire', status: 'active', version: '4' });
    expect(resource.item.map(({ type }) => type)).toEqual([
      'display',
      'string',
      'text',
      'choice',
      'choice',
      'boolean',
      'date',
      'string',
      'string',
      'reference',
      'group',
    ]);
  });

  test('an almost empty one comes back, too', () => {
    for (const content of [protocolContent.parse({ urgencyDays: 30 }), protocolContent.parse({ text: 'Call us.' })]) {
      const resource = questionnaireOf({ name: 'A', specialtyName: 'B', content }, typeName);
      expect(readText(JSON.stringify(resource))).toMatchObject({ content, notes: [] });
    }
  });
});

describe('a Questionnaire of somebody else', () => {
  test('groups are flattened, and what has no place is said', () => {
    const { content, notes, name } = read({
      title: 'Cardiology intake',
      description: 'For new patients.',
      copyright: 'Somebody',
      item: [
        {
          linkId: '1',
          type: 'group',
          text: 'History',
          item: [
            { linkId: '1.1', type: 'boolean', text: 'Chest pain', required: true },
            {
              linkId: '1.2',
              type: 'decimal',
              text: 'Ejection fraction',
              enableWhen: [{ question: '1.1', operator: '=', answerBoolean: true }],
            },
            {
              linkId: '1.3',
              type: 'open-choice',
              text: 'Smoking',
              answerOption: [{ valueCoding: { display: 'Never' } }],
            },
            { linkId: '1.4', type: 'choice', text: 'Race', answerValueSet: 'http://example.org/race' },
          ],
        },
        { linkId: '2', type: 'display', text: 'Thank you.' },
        { linkId: '3', type: 'attachment', text: 'ECG' },
        { linkId: '4', type: 'question', text: 'A type of later versions' },
        { linkId: '5', type: 'string', text: 'Height', maxLength: 5, repeats: true, extension: [{ url: 'http://x' }] },
      ],
    });
    expect(name).toBe('Cardiology intake');
    expect(content.text).toBe('For new patients.\n\nThank you.');
    expect(content.questions.map(({ label, type, options }) => [label, type, options])).toEqual([
      ['Chest pain', 'checkbox', []],
      ['Ejection fraction', 'text', []],
      ['Smoking', 'dropdown', ['Never']],
      ['Race', 'text', []],
      ['Height', 'text', []],
    ]);
    expect(content.documents).toMatchObject([{ label: 'ECG', documentTypeIds: [], name: 'ecg' }]);
    expect(notes).toEqual([
      'The group “History” is left out; what is in it stands in the list.',
      '“Ejection fraction” is shown under a condition there, and always here.',
      '“Ejection fraction” is of the type decimal there, and a text here.',
      '“Smoking” takes other answers than its options there, but not here.',
      '“Race” takes its options from a value set, which is not in the file.',
      '“Race” has no options in the file, and is a text here.',
      '“ECG”: choose the types of document before you save.',
      '“A type of later versions” is left out: a protocol has no questions of the type question.',
      '“Height” has a maximum length there that is not checked here.',
      '“Height” can be answered more than once there, and once here.',
      '“Height”: the extension http://x is left out.',
      'Left out of the Questionnaire itself: copyright.',
    ]);
  });

  test('names are unique, and too much is cut and said', () => {
    const item = Array.from({ length: 40 }, (_, index) => ({ linkId: `${index}`, type: 'string', text: 'Same' }));
    const { content, notes } = read({ item: [{ linkId: 'x', type: 'string', text: 'y'.repeat(300) }, ...item] });
    expect(content.questions).toHaveLength(protocolLimits.questions);
    expect(new Set(content.questions.map(({ name }) => name)).size).toBe(protocolLimits.questions);
    expect(content.questions[0]?.label).toHaveLength(protocolLimits.label);
    expect(notes).toContain(`Only the first 30 of 41 questions are kept.`);
    expect(protocolContent.safeParse(content).success).toBe(true);
  });

  test('a name that every object has is replaced', () => {
    const item = ['constructor', 'toString'].map((linkId) => ({ linkId, type: 'string', text: linkId }));
    const { content } = read({ item });
    expect(content.questions.map(({ name }) => name)).toEqual(['constructor2', 'tostring']);
    expect(protocolContent.safeParse(content).success).toBe(true);
  });

  test('a type or an element that every object has is unknown', () => {
    const item: object[] = [
      { linkId: 'a', type: 'constructor', text: 'A' },
      { linkId: 'b', type: 'string', text: 'B', constructor: 1 },
    ];
    const { content, notes } = read({ item });
    expect(content.questions.map(({ label }) => label)).toEqual(['B']);
    expect(notes).toEqual([
      '“A” is left out: a protocol has no questions of the type constructor.',
      '“B” has constructor there, which is left out.',
    ]);
  });

  test('texts are cut between characters, without control characters, and options that become equal are one', () => {
    const long = 'a'.repeat(protocolLimits.label - 1);
    const option = 'o'.repeat(100);
    const { content } = read({
      item: [
        { linkId: 'a', type: 'string', text: `${long}😀 and more` },
        {
          linkId: 'b',
          type: 'choice',
          text: 'B\u0000',
          answerOption: [{ valueString: `${option} 1` }, { valueString: `${option} 2` }],
        },
      ],
    });
    expect(content.questions).toMatchObject([{ label: long }, { label: 'B', options: [option] }]);
  });

  test('a file that cannot be read is said, without being worked through', () => {
    expect(errorOf('<Questionnaire/>')).toBe(questionnaireTexts.notJson);
    expect(errorOf('[]')).toBe(questionnaireTexts.notQuestionnaire);
    expect(errorOf('{"resourceType":"Patient"}')).toBe(questionnaireTexts.notQuestionnaire);
    expect(errorOf('{"resourceType":"Questionnaire","status":"active"}')).toBe(questionnaireTexts.noItems);
    expect(errorOf(' '.repeat(500_001))).toBe(questionnaireTexts.tooLarge);
    const deep = '{"type":"group","item":['.repeat(40) + ']}'.repeat(40);
    expect(errorOf(`{"resourceType":"Questionnaire","item":[${deep}]}`)).toBe(questionnaireTexts.tooDeep);
    // Deeper than a parser may go.
    const brackets = ['['.repeat(200_000), ']'.repeat(200_000)].join('');
    expect(errorOf(`{"resourceType":"Questionnaire","item":${brackets}}`)).not.toBeNull();
    const many = { resourceType: 'Questionnaire', item: Array.from({ length: 501 }, () => ({ type: 'display' })) };
    expect(errorOf(JSON.stringify(many))).toBe(questionnaireTexts.tooMany);
    for (const odd of [null, 3, 'x', [null, 3]]) {
      const found = readQuestionnaire(
        JSON.stringify({
          resourceType: 'Questionnaire',
          title: 7,
          extension: [odd],
          item: [odd, { type: odd, text: odd }],
        }),
        typeIdOf,
      );
      expect(found).toHaveProperty('read.notes');
    }
  });
});
