// The fully specified names of SNOMED CT end with the kind of the concept. It distinguishes concepts of the same name.
const tags = [
  'administrative concept',
  'assessment scale',
  'body structure',
  'cell',
  'cell structure',
  'clinical drug',
  'context-dependent category',
  'disorder',
  'environment',
  'environment / location',
  'ethnic group',
  'event',
  'finding',
  'geographic location',
  'life style',
  'medicinal product',
  'medicinal product form',
  'metadata',
  'morphologic abnormality',
  'navigational concept',
  'observable entity',
  'occupation',
  'organism',
  'person',
  'physical force',
  'physical object',
  'procedure',
  'product',
  'qualifier value',
  'racial group',
  'record artifact',
  'regime/therapy',
  'religion/philosophy',
  'situation',
  'social concept',
  'specimen',
  'staging scale',
  'substance',
  'tumor staging',
];

const tagAtEnd = new RegExp(`\\s*\\((?:${tags.join('|')})\\)$`);

/** Removes the semantic tag from a name of SNOMED CT: "Anemia (disorder)" becomes "Anemia". */
export function withoutSemanticTag(name: string): string {
  return name.replace(tagAtEnd, '') || name;
}
