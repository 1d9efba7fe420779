import {
  archiveInsuranceCarrier,
  archiveInsurancePlan,
  carrierForm,
  getInsuranceCarrier,
  getInsurancePlan,
  listInsuranceCarriers,
  listPlansOfCarrier,
  planForm,
  saveInsuranceCarrier,
  saveInsurancePlan,
  insuranceLookupTexts as texts,
  type CarrierEntry,
  type PlanEntry,
} from '@careloop/contracts/administration/insuranceLookups';
import {
  insurancePlanSubtype,
  insurancePlanSubtypeLabels,
  insurancePlanType,
  insurancePlanTypeLabels,
} from '@careloop/contracts/codes/patients';
import { Button, Group, Select, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useFormContext } from 'react-hook-form';
import type { z } from 'zod';
import { call } from '../../../api/call.ts';
import { Callout } from '../../../ui/Callout.tsx';
import { Field } from '../../../ui/Field.tsx';
import { QueryState } from '../../../ui/QueryState.tsx';
import { LookupDialog } from './LookupDialog.tsx';
import { NameField, NameOnly } from './LookupFields.tsx';
import type { LookupKind } from './lookupKinds.tsx';
import { LookupList } from './LookupList.tsx';
import classes from './Lookups.module.css';
import { LookupStateBadge } from './LookupStateBadge.tsx';
import { formatNumber } from '../../../ui/numbers.ts';

const page = getRouteApi('/Lookups');

/** The insurance carriers, or the plans of the open one. */
export function InsuranceLists(): ReactNode {
  const { carrierId } = page.useSearch();
  const navigate = page.useNavigate();
  if (carrierId !== undefined) return <CarrierPlans key={carrierId} carrierId={carrierId} />;
  return (
    <LookupList
      kind={carrierKind}
      open={(_search, id) => ({ tab: 'insurance', carrierId: id })}
      onAdded={(id) => void navigate({ search: { tab: 'insurance', carrierId: id } })}
    />
  );
}

function CarrierPlans({ carrierId }: { carrierId: number }): ReactNode {
  const { isEditingCarrier = false } = page.useSearch();
  const navigate = page.useNavigate();
  const query = useQuery({
    queryKey: [carrierKind.get.path, { id: carrierId }],
    queryFn: ({ signal }) => carrierKind.read(carrierId, signal),
  });
  const { data } = query;
  const edit = (isOpen: boolean) =>
    void navigate({
      search: (search) => ({ ...search, isEditingCarrier: isOpen || undefined }),
      replace: true,
    });
  return (
    <>
      <Group gap="sm" className={classes['carrier']}>
        <Link from="/Lookups" to="/Lookups" search={{ tab: 'insurance' }} className={classes['back'] ?? ''}>
          <IconArrowLeft size={14} aria-hidden />
          {texts.allCarriers}
        </Link>
        <Title order={2} className={classes['name'] ?? ''}>
          {data?.name}
        </Title>
        {data !== undefined && (
          <>
            <LookupStateBadge isArchived={data.isArchived} />
            <Button ml="auto" variant="default" onClick={() => edit(true)}>
              Edit carrier
            </Button>
          </>
        )}
      </Group>
      {data?.isArchived === true && (
        <div className={classes['notice']}>
          <Callout tone="warning">{texts.carrierArchived}</Callout>
        </div>
      )}
      {query.isLoadingError ? <QueryState query={query} /> : <LookupList kind={planKind(carrierId)} />}
      {isEditingCarrier && <LookupDialog kind={carrierKind} id={carrierId} onClose={() => edit(false)} />}
    </>
  );
}

type CarrierForm = z.input<typeof carrierForm>;

const carrierKind: LookupKind<CarrierEntry, CarrierForm, CarrierForm> = {
  one: 'carrier',
  many: 'carriers',
  placeholder: 'Name',
  isShared: true,
  scope: {},
  list: listInsuranceCarriers,
  find: (input, signal) => call(listInsuranceCarriers, input, { signal }),
  get: getInsuranceCarrier,
  read: (id, signal) => call(getInsuranceCarrier, { id }, { signal }),
  save: saveInsuranceCarrier,
  archive: archiveInsuranceCarrier,
  columns: [{ title: 'Plans', isNumeric: true, render: ({ planCount }) => formatNumber(planCount) }],
  form: carrierForm,
  valuesOf: (entry) => ({ name: entry?.name ?? '' }),
  labels: { name: 'Name' },
  fields: <NameOnly />,
};

type PlanKind = LookupKind<PlanEntry, z.input<typeof planForm>, z.output<typeof planForm>>;

/** The plans of a carrier. */
const planKind = (insuranceCarrierId: number): PlanKind => ({
  one: 'plan',
  many: 'plans',
  placeholder: 'Name',
  isShared: true,
  scope: { insuranceCarrierId },
  list: listPlansOfCarrier,
  find: (input, signal) => call(listPlansOfCarrier, { insuranceCarrierId, ...input }, { signal }),
  get: getInsurancePlan,
  read: (id, signal) => call(getInsurancePlan, { id }, { signal }),
  save: saveInsurancePlan,
  archive: archiveInsurancePlan,
  columns: [
    {
      title: planLabels.insurancePlanType,
      isShort: true,
      render: (plan) => insurancePlanTypeLabels[insurancePlanType.nameOf(plan.insurancePlanType) ?? 'other'],
    },
    {
      title: planLabels.insurancePlanSubType,
      isShort: true,
      render: (plan) => insurancePlanSubtypeLabels[insurancePlanSubtype.nameOf(plan.insurancePlanSubType) ?? 'other'],
    },
  ],
  form: planForm,
  valuesOf: (entry) => ({
    name: entry?.name ?? '',
    // A new plan starts without both; saving shows the errors.
    insurancePlanType: (entry?.insurancePlanType ?? null) as PlanEntry['insurancePlanType'],
    insurancePlanSubType: (entry?.insurancePlanSubType ?? null) as PlanEntry['insurancePlanSubType'],
  }),
  labels: planLabels,
  fields: <PlanFields />,
});

const planLabels = {
  name: 'Name',
  insurancePlanType: 'Plan type',
  insurancePlanSubType: 'Plan sub type',
} as const;

const choicesOf = <Name extends string, Code extends number>(
  codes: Record<Name, Code>,
  labels: Record<Name, string>,
): { value: Code; label: string }[] =>
  (Object.keys(codes) as Name[]).map((name) => ({ value: codes[name], label: labels[name] }));

const planTypes = choicesOf(insurancePlanType.table, insurancePlanTypeLabels);
const planSubtypes = choicesOf(insurancePlanSubtype.table, insurancePlanSubtypeLabels);

function PlanFields(): ReactNode {
  const form = useFormContext<z.input<typeof planForm>>();
  return (
    <div className={classes['fields']}>
      <NameField />
      <Field form={form} name="insurancePlanType" label={planLabels.insurancePlanType} required>
        {(field) => (
          <Select
            {...field}
            // Undefined in a new plan.
            value={field.value ?? null}
            placeholder="Select"
            allowDeselect={false}
            data={planTypes}
            onChange={(value) => value !== null && field.onChange(value)}
          />
        )}
      </Field>
      <Field form={form} name="insurancePlanSubType" label={planLabels.insurancePlanSubType} required>
        {(field) => (
          <Select
            {...field}
            value={field.value ?? null}
            placeholder="Select"
            allowDeselect={false}
            data={planSubtypes}
            onChange={(value) => value !== null && field.onChange(value)}
          />
        )}
      </Field>
    </div>
  );
}
