import { isUuid } from '../../platform/database.ts';
import { isDeep } from '../../platform/http/isDeep.ts';
import type { Resource } from '../resource.ts';
import { isIdOf } from './byName.ts';

const quotes = /[‘’“”„«»'`´]/g;

/** Content of a cell that looks like JSON, with any kind of quotes; other cells unchanged. */
export const jsonIn = (cell: string): unknown => {
  if (!/^\s*[[{]/.test(cell)) return cell;
  for (const text of [cell, cell.replace(quotes, '"')])
    try {
      if (!isDeep(text)) return JSON.parse(text);
    } catch {
      // Try the next reading, or keep the text.
    }
  return cell;
};

/**
 * `name(id)` as `{pk, name}`, integer ids as numbers; an id alone as trimmed text; any other text as
 * `{name}`. Values that are not text are returned unchanged.
 */
export const relatedIn = (cell: unknown, target: Resource): unknown => {
  if (typeof cell !== 'string') return cell;
  const text = cell.trim();
  const [, name, pk] = /^(.*)\(([^()]+)\)$/s.exec(text) ?? [];
  if (pk !== undefined && isIdOf(target, pk)) return { pk: isUuid(pk) ? pk : Number(pk), name };
  return isIdOf(target, text) ? text : { name: text };
};

/** A list in a cell: JSON, or strings separated by commas, semicolons or newlines. */
export const listIn = (cell: string): unknown[] => {
  const value = jsonIn(cell);
  if (Array.isArray(value)) return value;
  return cell
    .split(/[,;\n]/)
    .map((part) => part.trim())
    .filter(Boolean);
};
