import type { FieldSpec, NestedFields, PartsLike, ToldWords } from '@gatehouse/contract/resource/fields.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { choiceLabel } from '../labels.ts';
import type { Use } from './kind.ts';

/** Where OPTIONS describes a field: rows of a list, a single row, or what a request writes. */
export type Block = 'list' | 'retrieve' | 'write';

type Describe = (use: Use) => FieldMeta;

/** A field that clients of the protocol are told of, but that the server neither sends nor heeds. */
export const mentioned = (meta: FieldMeta): FieldMeta => ({ ...meta, own: null });

/** Metadata of parts that are only mentioned. */
export const mentionedParts = (
  fields: NestedFields | undefined,
  use: Use,
  describe: Describe,
): Record<string, FieldMeta> =>
  Object.fromEntries(
    Object.entries(fields ?? {}).map(([name, field]) => [name, mentioned(describe({ ...use, name, field }))]),
  );

const sourceOf = (fields: Readonly<Record<string, FieldSpec>>, like: PartsLike): NestedFields => {
  if ('fields' in like)
    return Object.fromEntries(
      like.fields.flatMap((name) => {
        const field = fields[name];
        return field ? [[name, field]] : [];
      }),
    );
  const object = fields[like.within];
  return object?.kind === 'nested' ? object.fields : {};
};

/** Metadata of fields of another resource, or of the parts of one of its objects. */
export const partsLike = (
  like: PartsLike | undefined,
  { ctx }: Use,
  describe: Describe,
): Record<string, FieldMeta> => {
  if (!like) return {};
  const resource = ctx.engine.resource(like.resource);
  const described = ([name, field]: [string, FieldSpec]) => {
    const meta = describe({ name, field, resource, ctx });
    return [name, like.writable ? { ...meta, read_only: false } : meta];
  };
  return Object.fromEntries(Object.entries(sourceOf(resource.fields, like)).map(described));
};

const toldMeta = (words: ToldWords, use: Use, describe: Describe): Partial<FieldMeta> => {
  const { type, required, readOnly, choices, like, fields } = words;
  const parts = Object.entries(fields ?? {}).map(([name, field]) => [
    name,
    describe({ ...use, name, field }),
  ]);
  return {
    ...(type && { type }),
    ...(required !== undefined && { required }),
    ...(readOnly !== undefined && { read_only: readOnly }),
    ...(choices && {
      choices: choices.map((value) => ({ value, label: choiceLabel(use, String(value)) })),
    }),
    ...((like || fields) && {
      children: { ...partsLike(like, use, describe), ...Object.fromEntries(parts) },
    }),
  };
};

/** Replaces words of a field's metadata; those it replaces stay as the field's own. */
export const retell = (meta: FieldMeta, words: Partial<FieldMeta>): FieldMeta => {
  const changed = Object.entries(words).filter(([word, value]) => meta[word as keyof FieldMeta] !== value);
  if (changed.length === 0 || meta.own === null) return meta;
  const own = changed.map(([word]) => [word, meta[word as keyof FieldMeta] ?? null]);
  return {
    ...meta,
    ...Object.fromEntries(changed),
    own: { ...meta.own, ...Object.fromEntries(own) },
  } as FieldMeta;
};

/** The metadata with what the definition tells clients of the protocol instead. */
export const asTold = (
  meta: FieldMeta,
  use: Use,
  block: Block | undefined,
  describe: Describe,
): FieldMeta => {
  const { told } = use.field;
  if (!told) return meta;
  return retell(meta, toldMeta({ ...told, ...(block && told[block]) }, use, describe));
};
