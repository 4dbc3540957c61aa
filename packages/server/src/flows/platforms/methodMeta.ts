import { automationMethods, type MethodParam } from '@gatehouse/contract/assets/automationMethods.ts';
import type { OwnMethod, OwnParam } from '@gatehouse/contract/assets/ownMethods.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import type { Context } from '../../engine/context.ts';
import type { Values } from '../../engine/resource.ts';
import { methodName, shownOwnMethods } from '../../resources/assets/platform/constraintsFor.ts';
import { MOST_PARAM } from '../../resources/methodValues.ts';

const words = (part: 'fields' | 'help', name: string, ctx: Context): string | undefined => {
  const key = `assets.automationmethod.${part}.${name}`;
  const text = ctx.t(key);
  return text === key ? undefined : text;
};

const paramMeta = (param: MethodParam, ctx: Context): FieldMeta => {
  const help = words('help', param.name, ctx);
  return {
    type: param.type === 'list' ? 'list' : 'string',
    required: false,
    read_only: false,
    write_only: false,
    label: words('fields', param.name, ctx) ?? param.name,
    default: param.default,
    ...(param.type === 'str' && { max_length: MOST_PARAM }),
    ...(help !== undefined && { help_text: help }),
  };
};

const ownParamMeta = ({ label, help, default: initial }: OwnParam): FieldMeta => ({
  ...{ type: 'string', required: false, read_only: false, write_only: false },
  ...{ label, default: initial, max_length: MOST_PARAM, ...(help && { help_text: help }) },
});

/** Metadata of the methods that administrators have written, also of those without parameters: they have no other texts. */
const ownMeta = ({ id, name, params }: OwnMethod): [string, FieldMeta] => [
  id,
  {
    ...{ type: 'nested object', required: false, read_only: false, write_only: false, label: name },
    children: Object.fromEntries(params.map((param) => [param.name, ownParamMeta(param)])),
  },
];

/** Metadata of every method that has parameters, by its id. */
export const methodOptions = async (ctx: Context): Promise<Values> => {
  const known = Object.fromEntries(
    automationMethods
      .filter(({ params }) => params.length > 0)
      .map((method) => [
        method.id,
        {
          type: 'nested object',
          required: false,
          read_only: false,
          write_only: false,
          label: methodName(method.id, ctx),
          children: Object.fromEntries(method.params.map((param) => [param.name, paramMeta(param, ctx)])),
        },
      ]),
  );
  const GET = { ...known, ...Object.fromEntries((await shownOwnMethods(ctx)).map(ownMeta)) };
  return {
    name: ctx.t('assets.automationmethod._many'),
    description: '',
    renders: ['application/json'],
    parses: ['application/json'],
    actions: { GET },
  };
};

const defaultOf = ({ default: value }: MethodParam): string | string[] =>
  typeof value === 'string' ? value : [...value];

/** Default parameters of every method that has some, by its id. */
export const methodDefaults = async (ctx: Context) =>
  Object.fromEntries(
    [...automationMethods, ...(await shownOwnMethods(ctx))]
      .filter(({ params }) => params.length > 0)
      .map(({ id, params }) => [
        id,
        Object.fromEntries(params.map((param) => [param.name, defaultOf(param)])),
      ]),
  );
