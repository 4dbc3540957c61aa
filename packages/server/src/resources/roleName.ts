import type { Context } from '../engine/context.ts';

/** The parts of a role that determine its name. */
export type NamedRole = { name: string; builtin: boolean };

/** Name of a role in the reader's language; only built-in roles are translated. */
export const roleName = ({ name, builtin }: NamedRole, ctx: Pick<Context, 't'>): string => {
  const key = `permissions.roles.${name}`;
  const text = builtin ? ctx.t(key) : key;
  return text === key ? name : text;
};
