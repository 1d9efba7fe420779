import { Random } from '@careloop/demo/random';

import type { Scale } from '../scales.ts';

/**
 * Average number of patients on whose care team a provider is; the actual number is two thirds to four thirds of it.
 */
const averagePanel = 450;

const coordinatorsPerClient = 5;
export const facilitiesPerClient = 6;

/**
 * The people at a scale. Every row has its own random seed, so that it can be recreated wherever it is needed: the care
 * team of patient 17 is the same in the member table and among the item owners.
 */
export interface Population {
  scale: Scale;
  /** The latest date in the generated data. */
  now: Date;
  /** Users are numbered: providers first, then coordinators, then office administrators. */
  users: { providers: number; coordinators: number; office: number };
  /** Providers by client, each repeated in proportion to the size of their panel. */
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

/** Patients and users are assigned to clients in rotation. */
export function clientOf(scale: Scale, number: number): number {
  return ((number - 1) % scale.clients) + 1;
}

/** A random provider of the client, weighted by number of patients. */
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

/** A coordinator of a client; coordinators are assigned to clients in rotation. */
export function coordinatorOf({ users, scale }: Population, clientId: number, number: number): number {
  return users.providers + clientId + (number - 1) * scale.clients;
}

/** The coordinator with the most conversations: a member of every conversation of the busiest provider. */
export function busiestCoordinatorOf(population: Population): number {
  return coordinatorOf(population, 1, 1);
}

/**
 * Maps the index of a conversation of the busiest provider to its patient and its index among that patient's
 * conversations.
 */
export function placeOfBusiest(scale: Scale, number: number): { patientId: number; index: number } {
  const colleagues = Math.ceil(scale.providers / scale.clients) - 1;
  const perPatient = Math.min(mostPerPatient, colleagues);
  // Patients of the first client, which is the provider's client.
  return { patientId: Math.floor(number / perPatient) * scale.clients + 1, index: number % perPatient };
}

function isOfBusiest(scale: Scale, patientId: number): boolean {
  if (scale.busiest.conversations === 0 || clientOf(scale, patientId) !== 1) return false;
  return patientId <= placeOfBusiest(scale, scale.busiest.conversations - 1).patientId;
}

/** The care team of a patient; the first member is the primary care provider. */
export function careTeamOf(population: Population, patientId: number): Member[] {
  const team = usualTeamOf(population, patientId);
  if (!isOfBusiest(population.scale, patientId)) return team;
  const others = team.filter(({ userId }) => userId !== busiestUserId);
  // The coordinator sees every patient without being a member; recipients of messages about the first patient must be
  // on the team.
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
