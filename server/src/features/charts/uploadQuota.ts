import { uploadTexts } from '@careloop/contracts/charts/upload';
import { sql } from 'kysely';

import type { Db } from '../../platform/db/client.ts';
import { AppError } from '../../platform/errors.ts';

const megabyte = 1024 * 1024;

/** Bytes that a user has uploaded in the last 24 hours, as an expression; archived documents count, too. */
export const uploadedBytes = (userId: number) =>
  sql<number>`(select coalesce(sum(u.byte_count), 0)::bigint from patient_document u
    where u.uploaded_by_user_id = ${userId} and u.created_at > now() - interval '1 day')`;

/** @throws AppError `too_many_requests` if a user may not upload that many bytes in 24 hours */
export function requireWithinQuota(bytes: number, megabytesPerDay: number): void {
  if (bytes <= megabytesPerDay * megabyte) return;
  throw new AppError('too_many_requests', { message: uploadTexts.quota(megabytesPerDay) });
}

/** Refuses an upload before it is read, by its declared size. @throws AppError `too_many_requests` */
export async function requireRoomFor(
  db: Db,
  userId: number,
  declaredBytes: number,
  megabytesPerDay: number,
): Promise<void> {
  const { rows } = await sql<{ bytes: number }>`select ${uploadedBytes(userId)} as bytes`.execute(db);
  requireWithinQuota((rows[0]?.bytes ?? 0) + declaredBytes, megabytesPerDay);
}
