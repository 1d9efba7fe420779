import { Random } from '@careloop/demo/random';

import type { Scale } from '../scales.ts';

/** Patients of whose care team a provider is, on average; each has between two thirds and four thirds of it. */
const averagePanel = 450;

const coordinatorsPerClient = 5;
export const facilitiesPerClient = 6;

/**
 * Who and how many there are at a scale. Every row is drawn from a seed of its own, so that any of them can be made
 * again wherever it is needed: the care team of patient 17 is the same in the list of members and as owner of an item.
 */
export interface Population {
  scale: Scale;
  /** The end of all dates: nothing that was generated happened later. */
  now: Date;
  /** Users are numbered: providers first, then coordinators, then office administrators. */
  users: { providers: number; coordinators: number; office: number };
  /** By client: its providers, each as often as their panel is large. */
  panels: readonly (readonly number[])[];
  /** The other providers of the busiest one's client. */
  colleaguesOfBusiest: readonly number[];
}

export function createPopulation(scale: Scale, now: Date): Population {
  const panels: number[][] = Array.from({ length: scale.clients + 1 }, () => []);
  for (let userId = 1; userId <= scale.providers; userId += 1) {
    const weight = new Random(`panel ${userId}`).int(4, 8);
    panels[clientOf(scale, userId)]?.push(...Array.from({ length: weight }, () => userId));
  }
  const users = {
    providers: scale.providers,
    coordinators: scale.clients * coordinatorsPerClient,
    office: Math.ceil(scale.providers / 4),
  };
  const colleaguesOfBusiest = [...new Set(panels[1])].filter((userId) => userId !== busiestUserId);
  return { scale, now, users, panels, colleaguesOfBusiest };
}

/** Patients and users alike are dealt to the clients in turn. */
export function clientOf(scale: Scale, number: number): number {
  return ((number - 1) % scale.clients) + 1;
}

/** A provider of the client, more likely one with many patients. */
export function pickProvider(population: Population, random: Random, clientId: number): number {
  return random.pick(population.panels[clientId] ?? []);
}

export interface Member {
  userId: number;
  status: 'accepted' | 'invited' | 'removed' | 'inactive';
}

/** Conversations that the busiest provider has about one patient, each with another colleague. */
const mostPerPatient = 25;

/** The provider with the most conversations. */
export const busiestUserId = 1;

/** A coordinator of a client: they are dealt to the clients in turn. */
export function coordinatorOf({ users, scale }: Population, clientId: number, number: number): number {
  return users.providers + clientId + (number - 1) * scale.clients;
}

/** Whoever has the most conversations of all who see every patient: they are in each of the busiest provider's. */
export function busiestCoordinatorOf(population: Population): number {
  return coordinatorOf(population, 1, 1);
}

/** A number from 0 of the busiest provider's conversations as their patient, and which of those about this patient it is. */
export function placeOfBusiest(scale: Scale, number: number): { patientId: number; index: number } {
  const colleagues = Math.ceil(scale.providers / scale.clients) - 1;
  const perPatient = Math.min(mostPerPatient, colleagues);
  // Patients of the first client, which is also the provider's.
  return { patientId: Math.floor(number / perPatient) * scale.clients + 1, index: number % perPatient };
}

function isOfBusiest(scale: Scale, patientId: number): boolean {
  if (scale.busiest.conversations === 0 || clientOf(scale, patientId) !== 1) return false;
  return patientId <= placeOfBusiest(scale, scale.busiest.conversations - 1).patientId;
}

/** The care team of a patient. The first one is the primary care provider. */
export function careTeamOf(population: Population, patientId: number): Member[] {
  const team = usualTeamOf(population, patientId);
  if (!isOfBusiest(population.scale, patientId)) return team;
  const others = team.filter(({ userId }) => userId !== busiestUserId);
  // The coordinator sees every patient without it; who is written to about the first one must be on the team.
  const added = patientId === 1 ? [busiestUserId, busiestCoordinatorOf(population)] : [busiestUserId];
  return [...others, ...added.map((userId) => ({ userId, status: 'accepted' as const }))];
}

function usualTeamOf(population: Population, patientId: number): Member[] {
  const { scale } = population;
  const random = new Random(`team ${patientId}`);
  const wanted = (averagePanel * scale.providers) / scale.patients;
  const mostPossible = Math.floor(scale.providers / scale.clients);
  const size = Math.min(Math.floor(wanted) + (random.chance(wanted % 1) ? 1 : 0), mostPossible);
  const userIds = new Set<number>();
  while (userIds.size < size) userIds.add(pickProvider(population, random, clientOf(scale, patientId)));
  return [...userIds].map((userId, index) => ({ userId, status: index === 0 ? 'accepted' : pickStatus(random) }));
}

function pickStatus(random: Random): Member['status'] {
  const chance = random.next();
  if (chance < 0.92) return 'accepted';
  if (chance < 0.95) return 'invited';
  return chance < 0.98 ? 'removed' : 'inactive';
}

export function dateBefore(now: Date, days: number): Date {
  return new Date(now.getTime() - Math.round(days * 86_400_000));
}
