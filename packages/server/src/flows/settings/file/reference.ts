import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { SettingName } from '@gatehouse/contract/settings/catalogue.ts';
import { isValues } from '../../../engine/resource.ts';

/**
 * Stands in a file for a value that does not belong there: a variable of the environment or another file has
 * it. With `else: stored`, the stored value stays where they have none.
 */
export type Reference = { env?: string; file?: string; else?: 'stored' };

/** Where references are looked up. */
export type ReferencePlaces = {
  env: Readonly<Record<string, string | undefined>>;
  /** Folder that paths are relative to. */
  folder: string;
};

/** The value, that the stored one stays, or why there is none. */
export type Found = { value: string } | { stays: true } | { mistake: string };

const parts: ReadonlySet<string> = new Set(['env', 'file', 'else']);

/** Whether a value of a file is a reference. */
export const isReference = (value: unknown): value is Reference =>
  isValues(value) &&
  Object.entries(value).every(([part, content]) => parts.has(part) && typeof content === 'string') &&
  (value.env === undefined) !== (value.file === undefined) &&
  (value.else === undefined || value.else === 'stored');

/** The reference that an export writes. */
export const referenceTo = (name: SettingName): Reference => ({ env: `SETTING_${name}`, else: 'stored' });

const longest = 64 * 1024;

const contentOf = async (
  { env, file }: Reference,
  { env: variables, folder }: ReferencePlaces,
): Promise<string | undefined> => {
  if (env !== undefined) return variables[env] || undefined;
  try {
    // Editors and `echo` end a file with a line break that is no part of its content.
    return (await readFile(resolve(folder, String(file)), 'utf8')).replace(/\r?\n$/, '') || undefined;
  } catch {
    return undefined;
  }
};

/** Looks a reference up. */
export const lookUp = async (
  reference: Reference,
  places: ReferencePlaces,
  isStored: boolean,
): Promise<Found> => {
  const what =
    reference.env === undefined ? `the file ${reference.file}` : `the environment variable ${reference.env}`;
  const value = await contentOf(reference, places);
  if (value !== undefined) return value.length > longest ? { mistake: `${what} is too long` } : { value };
  if (reference.else === undefined) return { mistake: `${what} is empty or missing` };
  return isStored ? { stays: true } : { mistake: `${what} is empty or missing, and no value is stored` };
};
