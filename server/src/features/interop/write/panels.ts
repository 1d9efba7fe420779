import { sql } from 'kysely';

import { isLasting, partsOf } from '../shared/references.ts';

import type { Key } from '../shared/references.ts';
import type { ClinicalRow } from './clinicalRow.ts';
import type { WriteContext } from './context.ts';
import type { PlannedRow } from './ofPatient.ts';

interface Link {
  panelId: number;
  order: number;
}

/** A member of a panel that is not in this unit. */
interface AwaitedMember extends Link {
  keys: Key[];
}

const sourceIdOf = (key: Key) => `Observation/${partsOf(key).value}`;

/**
 * Sets the panel of new results that are in the same unit as their panel.
 * @returns what remains to be saved once the rows are written: members that are known already, or come later
 */
export function linkPanels(planned: readonly PlannedRow<ClinicalRow>[]): {
  save(context: WriteContext): Promise<void>;
} {
  const links = new Map<PlannedRow<ClinicalRow>, Link>();
  const awaited: AwaitedMember[] = [];
  const own = planned.filter(({ row }) => row.part === null);
  const panelOf = new Map(own.map((item) => [item.row.draft, item]));
  const members = new Map<Key, PlannedRow<ClinicalRow>>();
  for (const item of own) for (const key of item.row.draft.keys) members.set(key, item);
  for (const item of planned) {
    const panel = panelOf.get(item.row.draft);
    if (item.row.part !== null && panel !== undefined) links.set(item, { panelId: panel.id, order: item.row.part + 1 });
  }
  for (const panel of own) {
    const { draft, patientId } = panel.row;
    draft.members.forEach(({ candidates }, index) => {
      const link = { panelId: panel.id, order: draft.parts.length + index + 1 };
      const member = candidates.map((key) => members.get(key)).find((item) => item !== undefined);
      if (member === undefined) awaited.push({ ...link, keys: candidates.filter(isLasting) });
      // A result in two panels belongs to the first.
      else if (member !== panel && member.row.patientId === patientId && !links.has(member)) links.set(member, link);
    });
  }
  for (const item of planned) {
    if (item.outcome !== 'created') continue;
    const { panelId = null, order = null } = links.get(item) ?? {};
    item.row.columns = { ...item.row.columns, panel_id: panelId, panel_order: order };
  }
  const known = [...links].filter(([item]) => item.outcome !== 'created').map(([{ id }, link]) => ({ id, ...link }));
  return {
    async save(context) {
      await saveLinks(context, known);
      await saveAwaited(context, awaited);
      await linkNewMembers(
        context,
        own.filter((item) => item.outcome === 'created' && !links.has(item)),
      );
    },
  };
}

async function saveLinks({ db }: WriteContext, links: readonly (Link & { id: number })[]): Promise<void> {
  if (links.length === 0) return;
  await sql`
    update patient_result member set panel_id = link.panel_id, panel_order = link.panel_order
    from unnest(${links.map(({ id }) => id)}::bigint[], ${links.map(({ panelId }) => panelId)}::bigint[],
      ${links.map(({ order }) => order)}::int[]) as link (patient_result_id, panel_id, panel_order)
    where member.patient_result_id = link.patient_result_id
      and (member.panel_id is null or member.panel_id = link.panel_id)
      and (member.panel_id, member.panel_order) is distinct from (link.panel_id, link.panel_order)`.execute(db);
}

/** Members of panels that were imported before, or that come later and are then linked by what the panel awaits. */
async function saveAwaited(context: WriteContext, awaited: readonly AwaitedMember[]): Promise<void> {
  const { db } = context;
  const wanted = awaited.flatMap((member) => member.keys.map((key) => ({ ...member, key })));
  if (wanted.length === 0) return;
  await sql`
    insert into patient_result_awaited (panel_id, panel_order, source_system, source_id)
    select * from unnest(${wanted.map(({ panelId }) => panelId)}::bigint[], ${wanted.map(({ order }) => order)}::int[],
      ${wanted.map(({ key }) => partsOf(key).system)}::text[], ${wanted.map(({ key }) => sourceIdOf(key))}::text[])
    on conflict do nothing`.execute(db);
  await linkAwaited(context, sql`a.panel_id = any(${wanted.map(({ panelId }) => panelId)}::bigint[])`);
}

/** New results that a panel imported before lists. */
async function linkNewMembers(context: WriteContext, created: readonly PlannedRow<ClinicalRow>[]): Promise<void> {
  if (created.length === 0) return;
  await linkAwaited(context, sql`m.patient_result_id = any(${created.map(({ id }) => id)}::bigint[])`);
}

async function linkAwaited({ db }: WriteContext, which: ReturnType<typeof sql>): Promise<void> {
  await sql`
    with found as (
      delete from patient_result_awaited a using patient_result m, patient_result panel
      where ${which} and panel.patient_result_id = a.panel_id and m.patient_id = panel.patient_id
        and m.source_system = a.source_system and m.source_id = a.source_id
      returning m.patient_result_id, a.panel_id, a.panel_order)
    update patient_result member set panel_id = found.panel_id, panel_order = found.panel_order
    from found
    where member.patient_result_id = found.patient_result_id and member.panel_id is null
      and found.panel_id <> member.patient_result_id`.execute(db);
}
