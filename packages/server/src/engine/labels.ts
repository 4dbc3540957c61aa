import type { Context } from './context.ts';
import type { Resource } from './resource.ts';

type Where = { name: string; resource: Resource; ctx: Pick<Context, 't'> };

/** The text of the first locale key that has one; undefined when none has. */
const firstOf = (ctx: Pick<Context, 't'>, keys: string[]): string | undefined => {
  for (const key of keys) {
    const found = ctx.t(key);
    if (found !== key) return found;
  }
  return undefined;
};

const scopes = (resource: Resource): string[] => {
  const own = `${resource.definition.app}.${resource.definition.name}`;
  return resource.base === resource
    ? [own]
    : [own, `${resource.base.definition.app}.${resource.base.definition.name}`];
};

/**
 * Localized label of a field, from the texts of its resource, of the variant's base, or the common ones; else
 * its name. `id` is always `ID`.
 */
export const fieldLabel = ({ name, resource, ctx }: Where): string =>
  name === 'id'
    ? 'ID'
    : (firstOf(ctx, [
        ...scopes(resource).map((scope) => `${scope}.fields.${name}`),
        `common.fields.${name}`,
      ]) ?? name);

/** Localized help text of a field, if any. */
export const fieldHelp = ({ name, resource, ctx }: Where): string | undefined =>
  firstOf(
    ctx,
    scopes(resource).map((scope) => `${scope}.help.${name}`),
  );

/** Localized label of a choice; the value itself when there is none. */
export const choiceLabel = ({ name, resource, ctx }: Where, value: string): string =>
  firstOf(ctx, [
    ...scopes(resource).map((scope) => `${scope}.choices.${name}.${value || 'empty'}`),
    `common.choices.${name}.${value || 'empty'}`,
  ]) ?? value;

/** Localized name of a resource, singular or plural. */
export const resourceTitle = (
  resource: Resource,
  ctx: Pick<Context, 't'>,
  plural: 'one' | 'many' = 'one',
): string =>
  firstOf(
    ctx,
    scopes(resource).map((scope) => `${scope}.${plural === 'one' ? '_' : '_many'}`),
  ) ?? resource.definition.name;

/** Localized title of a form section. */
export const groupLabel = (group: string, resource: Resource, ctx: Pick<Context, 't'>): string =>
  firstOf(ctx, [...scopes(resource).map((scope) => `${scope}.groups.${group}`), `common.groups.${group}`]) ??
  group;

/** Localized label of an action. */
export const actionLabel = (action: string, resource: Resource, ctx: Pick<Context, 't'>): string =>
  firstOf(ctx, [
    ...scopes(resource).map((scope) => `${scope}.actions.${action}`),
    `common.actions.${action}`,
  ]) ?? action;
