import { legibleLine } from '../../engine/legible.ts';
import type { Facts } from '../../engine/way.ts';

/** How long each fact may be (reference 03 §3.2; `cpu_model` is stored with 48). */
const lengths: Readonly<Record<string, number>> = {
  vendor: 64,
  model: 54,
  sn: 128,
  cpu_model: 48,
  cpu_count: 64,
  cpu_cores: 64,
  cpu_vcpus: 64,
  memory: 64,
  disk_total: 1024,
  distribution: 128,
  distribution_version: 16,
  arch: 16,
};

/** The facts that are known, as text of the length that may be stored. */
export const clipFacts = (facts: Facts): Facts =>
  Object.fromEntries(
    Object.entries(facts)
      .map(([name, text]) => [name, legibleLine(text, lengths[name] ?? 64)] as const)
      .filter(([, text]) => text !== ''),
  );

/** Bytes in GB with two digits, as the reference has them; empty when unknown. */
export const gigabytes = (bytes: number): string =>
  bytes > 0 ? String(Math.round((bytes / 1024 ** 3) * 100) / 100) : '';
