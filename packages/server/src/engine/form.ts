import type { FormSpec } from '@gatehouse/contract/call/defineForm.ts';
import { ValidationError } from '@gatehouse/contract/errors.ts';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { FieldSpec } from '@gatehouse/contract/resource/fields.ts';
import type { FieldMeta, OptionsBody } from '@gatehouse/contract/wire/options.ts';
import type { Context } from './context.ts';
import { fieldMeta } from './fields/registry.ts';
import { mentioned } from './fields/told.ts';
import { resourceTitle } from './labels.ts';
import { parseInput } from './operations/parse.ts';
import type { Resource, Values } from './resource.ts';

/** Fields without a table: validated, described and labelled like those of a resource. */
export type Form<D extends ResourceDefinition = ResourceDefinition> = Resource<D>;

/** The definition behind a form. */
type FormDefinition<App extends string, Name extends string, Fields extends FormFields> = {
  app: App;
  name: Name;
  path: Name;
  scope: 'global';
  label: 'id';
  fields: Fields;
  mentions?: FormFields;
};
type FormFields = { readonly [name: string]: FieldSpec };

/** A form named `app.name`, under which its labels are in the locale files. */
export const formOf = <const App extends string, const Name extends string, const Fields extends FormFields>(
  app: App,
  name: Name,
  fields: Fields,
  mentions?: FormFields,
): Form<FormDefinition<App, Name, Fields>> => {
  const form = {
    key: `${app}.${name}`,
    definition: { app, name, path: name, scope: 'global', label: 'id', fields, mentions },
    behaviour: {},
    fields,
    table: '',
    idKind: 'uuid',
    orgScoped: false,
  } as unknown as Form<FormDefinition<App, Name, Fields>>;
  form.base = form;
  return form;
};

const made = new WeakMap<FormSpec, Form>();

/** The form a call declares as its body. */
export const formOfSpec = (spec: FormSpec): Form => {
  const form = made.get(spec) ?? formOf(spec.app, spec.name, spec.fields, spec.mentions);
  made.set(spec, form);
  return form;
};

/** Validates a body; with `patch`, only the fields that the body names. Throws with a message per field. */
export const readForm = async <D extends ResourceDefinition>(
  form: Form<D>,
  body: unknown,
  mode: 'create' | 'patch',
  ctx: Context,
): Promise<Values<D>> => {
  const parsed = await parseInput(form, body, mode, ctx);
  if (parsed.errors) throw new ValidationError(parsed.errors);
  return parsed.values as Values<D>;
};

/** OPTIONS of a form, whose fields it tells for GET, PUT, PATCH, and the methods in `also`. */
export const describeForm = (
  form: Form,
  ctx: Context,
  also: readonly ('POST' | 'PUT' | 'PATCH')[] = [],
): OptionsBody => {
  const describe = (name: string, field: FieldSpec) => fieldMeta({ name, field, resource: form, ctx });
  const fields = Object.entries(form.fields).filter(([, field]) => !field.hidden);
  const mentions = Object.entries(form.definition.mentions ?? {});
  const meta: Record<string, FieldMeta> = Object.fromEntries([
    ...mentions.map(([name, field]) => [name, mentioned(describe(name, field))] as const),
    ...fields.map(([name, field]) => [name, describe(name, field)] as const),
  ]);
  return {
    name: resourceTitle(form, ctx),
    description: '',
    renders: ['application/json'],
    parses: ['application/json'],
    actions: {
      GET: meta,
      PUT: meta,
      PATCH: meta,
      ...Object.fromEntries(also.map((method) => [method, meta])),
    },
  };
};
