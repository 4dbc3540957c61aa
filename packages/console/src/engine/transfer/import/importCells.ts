import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';

/** Whether a column holds one related row or a list; such cells may have names instead of ids. */
export type Relation = 'one' | 'many' | undefined;

/** Relation of a column by its metadata. */
export const relationOf = (meta: FieldMeta | undefined): Relation => {
  if (meta?.type === 'object_related_field') return 'one';
  return meta?.type === 'm2m_related_field' ? 'many' : undefined;
};

const TEXTS = new Set(['text', 'secret']);

/** Whether a column holds text, whatever it looks like: a secret may be JSON. */
export const isText = (meta: FieldMeta | undefined): boolean => TEXTS.has(String(meta?.kind));

type Related = { name?: unknown; pk?: unknown; id?: unknown };

/** `name(id)`, or only the name where there is no id; undefined if the value has no name. */
const relatedText = (value: unknown): string | undefined => {
  const { name = null, pk, id } = (value ?? {}) as Related;
  const key = pk ?? id ?? null;
  return name === null ? undefined : key === null ? String(name) : `${String(name)}(${String(key)})`;
};

/** A protocol as files write it; undefined for anything else. */
const protocolText = (value: unknown): string | undefined => {
  const { name, port } = (value ?? {}) as { name?: unknown; port?: unknown };
  return name === undefined || port === undefined ? undefined : `${String(name)}/${String(port ?? '')}`;
};

/** The text of a cell; `cellValue` turns it back into the same value. */
export const cellText = (value: unknown): string => {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'object') return String(value);
  if (Array.isArray(value))
    return JSON.stringify(value.map((item) => protocolText(item) ?? relatedText(item) ?? item));
  return relatedText(value) ?? JSON.stringify(value);
};

/** A value as displayed: related rows by name only. */
export const cellLabel = (value: unknown): string => {
  const parts = Array.isArray(value) ? value : [value];
  const names = parts.map((part) =>
    protocolText(part) === undefined && relatedText(part) ? String((part as Related).name) : undefined,
  );
  return names.length > 0 && names.every((name) => name !== undefined) ? names.join(', ') : cellText(value);
};

/** Matches `name(id)` as in files; any other brackets belong to the name. */
const NAME_WITH_ID = /^(.*\S)\((\d{1,15}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\)$/is;

const related = (text: string): unknown => {
  const [, name, pk] = NAME_WITH_ID.exec(text) ?? [];
  return pk === undefined ? { name: text } : { name, pk };
};

const json = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};

const relatedList = (text: string): unknown[] => {
  const parsed = json(text);
  const parts = Array.isArray(parsed) ? parsed : text.split(/[,;\n]/).map((part) => part.trim());
  return parts.filter((part) => part !== '').map((part) => (typeof part === 'string' ? related(part) : part));
};

/** The value of an edited cell, where possible of the same type as the value before. */
export const cellValue = (
  text: string,
  before: unknown,
  relation?: Relation,
  { isText = false } = {},
): unknown => {
  const trimmed = text.trim();
  if (relation === 'many') return relatedList(trimmed);
  if (trimmed === '') return typeof before === 'string' ? '' : null;
  if (relation === 'one') return related(trimmed);
  if (isText) return text;
  if (/^[[{]/.test(trimmed)) return json(trimmed) ?? text;
  if (typeof before === 'boolean' && /^(true|false)$/i.test(trimmed)) return trimmed.toLowerCase() === 'true';
  if (typeof before === 'number' && !Number.isNaN(Number(trimmed))) return Number(trimmed);
  return text;
};
