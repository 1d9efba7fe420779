import type { ClinicalCode } from '@careloop/contracts/clinical-record/codes';
import { useState } from 'react';

interface Coded {
  description: string;
  code?: string | null | undefined;
  codeSystem?: string | null | undefined;
}

/**
 * The code that was chosen in a form. A code belongs to the name that was chosen with it, or that its source stated:
 * another name has none.
 * @param stated the name on file
 * @param name sets the name in the form
 */
export function useChosenCode(stated: string | undefined, name: (description: string) => void) {
  const [chosen, setChosen] = useState<ClinicalCode | null>(null);
  const codeOf = (values: Coded) => {
    const { description } = values;
    const coded = description === chosen?.description ? chosen : description === stated ? values : undefined;
    return { code: coded?.code ?? null, codeSystem: coded?.codeSystem ?? null };
  };
  const choose = (code: ClinicalCode | null) => {
    setChosen(code);
    if (code !== null) name(code.description);
  };
  return { chosen, choose, codeOf };
}
