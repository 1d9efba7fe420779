import { inWords, type ShownError } from '../../../ui/errorWords.ts';

/** The error of a document under this heading; a refusal has words of its own. */
export function failureOf(heading: string): (error: ShownError) => ShownError {
  return (error) => (error.status === 200 ? error : inWords(heading, error));
}
