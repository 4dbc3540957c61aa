import type { FieldMeta, OptionsBody } from '@gatehouse/contract/wire/options.ts';

type Metas = Record<string, FieldMeta>;

const isWord = ([, value]: [string, unknown]) => value !== null;

const ownMeta = ({ own, ...told }: FieldMeta): FieldMeta => {
  const meta = (
    own ? Object.fromEntries(Object.entries({ ...told, ...own }).filter(isWord)) : told
  ) as FieldMeta;
  return {
    ...meta,
    ...(meta.children && { children: ownMetas(meta.children) }),
    ...(meta.child?.children && { child: { ...meta.child, children: ownMetas(meta.child.children) } }),
  };
};

const ownMetas = (metas: Metas): Metas =>
  Object.fromEntries(
    Object.entries(metas).flatMap(([name, meta]) => (meta.own === null ? [] : [[name, ownMeta(meta)]])),
  );

/**
 * Metadata as this product means it: without fields and words that OPTIONS contains only because clients of
 * the protocol expect them.
 */
export const ownWords = (body: OptionsBody): OptionsBody =>
  body.actions
    ? {
        ...body,
        actions: Object.fromEntries(
          Object.entries(body.actions).map(([method, metas]) => [method, ownMetas(metas)]),
        ),
      }
    : body;
