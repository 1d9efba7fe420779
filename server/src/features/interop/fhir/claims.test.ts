import { describe, expect, test } from 'vitest';

import { mapClaim, payerHistory } from './claims.ts';
import { Naming } from '../shared/references.ts';

import type { ClaimDraft } from './claims.ts';

const naming = new Naming('fhir');

function claim(json: Record<string, unknown>): ClaimDraft | null {
  const whole = { patient: { reference: 'Patient/1' }, created: '2020-05-01T10:00:00Z', ...json };
  return mapClaim({ type: 'Claim', id: 'c', fullUrl: null, ifNoneExist: null, json: whole, line: null }, naming);
}

const paidBy = (payer: string, created: string) => {
  const made = claim({ created, insurance: [{ coverage: { display: payer } }] });
  if (made === null) throw new Error('No claim');
  return made;
};

describe('a claim', () => {
  test('takes its payer from text or from a contained coverage', () => {
    expect(paidBy('Humana', '2020-05-01')).toMatchObject({ payer: 'Humana', planType: null, date: '2020-05-01' });
    const contained = [
      { resourceType: 'ServiceRequest', id: 'referral' },
      { resourceType: 'Coverage', id: 'coverage', type: { text: 'HMO' }, payor: [{ display: 'Aetna' }] },
    ];
    const insurance = [{ coverage: { reference: '#coverage', display: 'Something else' } }];
    expect(claim({ contained, insurance })).toMatchObject({ payer: 'Aetna', planType: 'HMO' });
  });

  test('is ignored if it names no payer or was entered in error', () => {
    expect(claim({})).toBeNull();
    expect(claim({ insurance: [{ coverage: { reference: '#missing' } }] })).toBeNull();
    expect(claim({ status: 'entered-in-error', insurance: [{ coverage: { display: 'Humana' } }] })).toBeNull();
  });
});

describe('payerHistory', () => {
  test('takes the payer of the last claim as the current one, regardless of their order', () => {
    const claims = [
      paidBy('Medicare', '2022-01-15T08:00:00-05:00'),
      paidBy('Cigna', '2001-02-03'),
      paidBy('Medicare', '2015-06-07'),
      paidBy('CIGNA', '2010-03-04'),
    ];
    expect(payerHistory(claims)).toEqual([
      { payer: 'Cigna', planType: null, since: '2001-02-03', until: '2010-03-04' },
      { payer: 'Medicare', planType: null, since: '2015-06-07', until: null },
    ]);
  });

  test('treats "no insurance" as the end of the previous coverage, not as a payer', () => {
    const claims = [paidBy('Humana', '2001-02-03'), paidBy('NO_INSURANCE', '2010-03-04')];
    expect(payerHistory(claims)).toEqual([
      { payer: 'Humana', planType: null, since: '2001-02-03', until: '2001-02-03' },
    ]);
    expect(payerHistory([])).toEqual([]);
  });
});
