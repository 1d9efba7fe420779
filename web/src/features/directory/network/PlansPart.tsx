import {
  networkTexts,
  type AcceptedPlan,
  type NetworkOptions,
  type NetworkValues,
} from '@careloop/contracts/directory/network';
import { Button, MultiSelect, Select } from '@mantine/core';
import { useState, type ReactNode, type Ref } from 'react';
import { useFormContext } from 'react-hook-form';
import classes from './Network.module.css';
import { networkLabels, planText } from './networkText.ts';
import { Field } from '../../../ui/Field.tsx';

interface PlansPartProps {
  carriers: NetworkOptions['carriers'];
  /** Those on file, which may no longer be offered. */
  kept: readonly AcceptedPlan[];
}

interface Choice {
  value: string;
  label: string;
  carrierId: number;
}

function choicesOf({ carriers, kept }: PlansPartProps): Choice[] {
  const offered = carriers.flatMap(({ insuranceCarrierId, carrierName, plans }) =>
    plans.map(({ insurancePlanId, name }) => ({
      value: String(insurancePlanId),
      label: planText({ carrierName, name }),
      carrierId: insuranceCarrierId,
    })),
  );
  const disabled = kept
    .filter((plan) => plan.isDisabled)
    .map((plan) => ({
      value: String(plan.insurancePlanId),
      label: `${planText(plan)} (${networkTexts.disabledPlan})`,
      // Cannot be chosen again, so it is of no carrier that can be selected.
      carrierId: 0,
    }));
  return [...offered, ...disabled];
}

/** The insurance plans a provider accepts: a carrier is chosen first, then its plans. */
export function PlansPart(props: PlansPartProps): ReactNode {
  const form = useFormContext<NetworkValues>();
  return (
    <section className={classes['part']} aria-label={networkLabels.insurancePlanIds}>
      <h3>{networkLabels.insurancePlanIds}</h3>
      {props.carriers.length === 0 && <p className={classes['dim']}>{networkTexts.noPlans}</p>}
      <Field form={form} name="insurancePlanIds">
        {(field) => <PlansField {...field} {...props} />}
      </Field>
    </section>
  );
}

interface PlansFieldProps extends PlansPartProps {
  value: readonly number[];
  onChange: (insurancePlanIds: number[]) => void;
  onBlur: () => void;
  error: string | undefined;
  ref: Ref<HTMLInputElement>;
}

function PlansField({ carriers, kept, value, onChange, onBlur, error, ref }: PlansFieldProps): ReactNode {
  const [carrierId, setCarrierId] = useState<number | null>(null);
  const chosen = new Set(value.map(String));
  const choices = choicesOf({ carriers, kept });
  const missing = choices.filter((choice) => choice.carrierId === carrierId && !chosen.has(choice.value));
  const choose = (values: readonly string[]) => onChange(values.map(Number));
  return (
    <>
      <div className={classes['carrier']}>
        <Select
          label="Carrier"
          placeholder="Choose a carrier to add its plans"
          searchable
          clearable
          nothingFoundMessage="No options found"
          data={carriers.map((one) => ({ value: String(one.insuranceCarrierId), label: one.carrierName }))}
          value={carrierId === null ? null : String(carrierId)}
          onChange={(picked) => setCarrierId(picked === null ? null : Number(picked))}
        />
        <Button
          variant="default"
          disabled={missing.length === 0}
          onClick={() => choose([...chosen, ...missing.map((choice) => choice.value)])}
        >
          Add all plans
        </Button>
      </div>
      <MultiSelect
        label="Plans"
        ref={ref}
        data={choices.filter((choice) => choice.carrierId === carrierId || chosen.has(choice.value))}
        searchable
        hidePickedOptions
        nothingFoundMessage={carrierId === null ? 'Choose a carrier first' : 'No more plans of this carrier'}
        {...(chosen.size === 0 && { placeholder: 'Not stated' })}
        value={[...chosen]}
        onChange={choose}
        onBlur={onBlur}
        error={error}
      />
    </>
  );
}
