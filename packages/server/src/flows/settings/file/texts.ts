import type { FieldErrors, Message } from '@gatehouse/contract/errors.ts';
import type { Context } from '../../../engine/context.ts';

/** The messages of a refusal: one, several, or those of the parts of a value. */
export type Tree = Message | FieldErrors | Tree[];

const isMessage = (node: Tree): node is Message => !Array.isArray(node) && typeof node.key === 'string';

/** Whether messages are those of the parts of a value. */
export const isByPart = (node: Tree): node is FieldErrors => !Array.isArray(node) && !isMessage(node);

/** The texts of errors, each after the part of the value that it is about. */
export const textsIn = (node: Tree, ctx: Context): string[] => {
  if (Array.isArray(node)) return node.flatMap((child) => textsIn(child, ctx));
  if (isMessage(node)) return [ctx.t(`errors.${node.key}`, node.params)];
  return Object.entries(node).flatMap(([part, inner]) =>
    textsIn(inner as Tree, ctx).map((text) => `${part}: ${text}`),
  );
};
