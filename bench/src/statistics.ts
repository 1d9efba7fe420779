export interface Percentiles {
  p50: number;
  p95: number;
  p99: number;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? Number.NaN)) / 2;
}

/** Percentiles of all samples together. */
export function percentilesOf(samples: readonly Float64Array[]): Percentiles {
  const all = new Float64Array(samples.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of samples) {
    all.set(part, offset);
    offset += part.length;
  }
  all.sort();
  const at = (share: number) => all[Math.min(all.length - 1, Math.floor(all.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99) };
}
