import { createHash } from 'node:crypto';
import { AppError } from '@gatehouse/contract/errors.ts';
import type { ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { FieldSpec, NestedFields } from '@gatehouse/contract/resource/fields.ts';
import { everyDefinition } from '@gatehouse/contract/resources/all.ts';
import { sql } from 'drizzle-orm';
import type { Context } from '../../../../engine/context.ts';
import { kindOf } from '../../../../engine/fields/registry.ts';
import { resourceTitle } from '../../../../engine/labels.ts';
import { destroy } from '../../../../engine/operations/destroy.ts';
import { writableFields } from '../../../../engine/operations/parse.ts';
import { selectRows } from '../../../../engine/operations/read.ts';
import { createOne, update } from '../../../../engine/operations/write.ts';
import { presentRows } from '../../../../engine/present.ts';
import { type Resource, type Row, type Values, valuesIn } from '../../../../engine/resource.ts';
import type { Reference } from '../reference.ts';
import type { Collection, Item, Place } from './collection.ts';

type Shown = NonNullable<ResourceDefinition['settingsFile']>;

/**
 * The reference that an export writes for a secret of a row. If the name cannot be used in a variable as it is, some
 * characters of its digest are added, so that two rows never share a variable.
 */
const referenceFor = (section: string, name: string, part: string): Reference => {
  const plain = name.replace(/[^A-Za-z0-9]+/g, '_');
  const digest = createHash('sha256').update(name).digest('hex').slice(0, 8);
  const own = /^[a-z0-9-]+$/.test(name) ? plain : `${plain}_${digest}`;
  return { env: `SETTING_${section}_${own}_${part}`.toUpperCase(), else: 'stored' };
};

const fieldsOf = (resource: Resource, ctx: Context): [string, FieldSpec][] =>
  writableFields(resource, 'create', ctx).filter(([name]) => name !== resource.definition.label);

/** The parts that a field has in a row with these values. */
const partsOf = (field: FieldSpec, { type }: Values): NestedFields => {
  if (!('fields' in field)) return {};
  return 'shapes' in field && field.shapes ? (field.shapes[String(type)] ?? {}) : field.fields;
};

const secretsOf = (row: Row, { secrets }: Shown, ctx: Context): Map<string, string> => {
  const [shown, kept] = secrets ?? [];
  if (shown === undefined || kept === undefined) return new Map();
  const sealed = Object.entries(valuesIn(valuesIn(row)[kept]));
  return new Map(sealed.map(([part, text]) => [`${shown}.${part}`, ctx.engine.vault.open(String(text))]));
};

const itemOf = (row: Row, wire: Values, resource: Resource, ctx: Context): Item => {
  const shown = resource.definition.settingsFile as Shown;
  const values: Values = {};
  for (const [name, field] of fieldsOf(resource, ctx))
    if (!field.writeOnly) values[name] = kindOf(field).toFile?.(wire[name]) ?? wire[name];
  const secrets = secretsOf(row, shown, ctx);
  const name = String(valuesIn(row)[resource.definition.label]);
  for (const path of secrets.keys()) {
    const [field = '', part = ''] = path.split('.');
    values[field] = { ...valuesIn(values[field]), [part]: referenceFor(shown.section, name, part) };
  }
  return { values, secrets };
};

const placesOf = (resource: Resource, values: Values, ctx: Context): Map<string, Place> => {
  const changeable = new Set(writableFields(resource, 'patch', ctx).map(([name]) => name));
  return new Map(
    fieldsOf(resource, ctx).flatMap(([name, field]): [string, Place][] => [
      [name, changeable.has(name) ? 'value' : 'once'],
      ...Object.entries(partsOf(field, values)).map(([part, inner]): [string, Place] => [
        `${name}.${part}`,
        inner.writeOnly ? 'secret' : 'value',
      ]),
    ]),
  );
};

/** Stands in for the user where the installation itself calls operations, which require one. */
const noUser = '00000000-0000-0000-0000-000000000000';

/** The installation as a caller with every permission; log entries name the system. */
const asCaller = (ctx: Context): Context => ({
  ...ctx,
  actor: { ...ctx.actor, id: noUser },
  engine: {
    ...ctx.engine,
    record: (entries, at) => ctx.engine.record(entries, { ...at, actor: ctx.actor }),
  },
});

/** The rows of a resource, by their label. */
const rowsOf = (definition: ResourceDefinition, { section }: Shown): Collection => {
  const resourceIn = (ctx: Context): Resource => ctx.engine.resource(`${definition.app}.${definition.name}`);
  const nameOf = (row: Row): string => String(valuesIn(row)[definition.label]);
  const rowsIn = async (ctx: Context): Promise<Row[]> => {
    const all = { where: sql`true`, order: sql`t.id`, limit: undefined, offset: 0 };
    const rows = await selectRows(resourceIn(ctx), all, ctx);
    return rows.sort((one, other) => (nameOf(one) < nameOf(other) ? -1 : 1));
  };
  const idOf = async (name: string, ctx: Context): Promise<string> => {
    const row = (await rowsIn(ctx)).find((found) => nameOf(found) === name);
    if (!row) throw new AppError('object_does_not_exist', { resource: definition.name });
    return String(row.id);
  };
  return {
    section,
    title: (ctx) => resourceTitle(resourceIn(ctx), ctx, 'many'),
    stored: async (ctx) => {
      const resource = resourceIn(ctx);
      const rows = await rowsIn(ctx);
      const names = fieldsOf(resource, ctx).map(([name]) => name);
      const wire = await presentRows(resource, rows, names, ctx);
      return new Map(
        rows.map((row, index) => [nameOf(row), itemOf(row, valuesIn(wire[index]), resource, ctx)]),
      );
    },
    places: (values, ctx) => placesOf(resourceIn(ctx), values, ctx),
    write: async (name, { before, values }, system) => {
      const ctx = asCaller(system);
      const resource = resourceIn(ctx);
      const body = Object.fromEntries(
        Object.entries(values).map(([field, value]) => {
          const spec = resource.fields[field];
          return [field, (spec && kindOf(spec).fromFile?.(value)) ?? value];
        }),
      );
      if (before) await update(resource, await idOf(name, ctx), body, 'patch', ctx);
      else await createOne(resource, { [definition.label]: name, ...body }, ctx);
    },
    remove: async (name, ctx) => destroy(resourceIn(ctx), await idOf(name, ctx), asCaller(ctx)),
  };
};

/** The rows of every resource whose definition has a section in the settings file. */
export const everyRowCollection: readonly Collection[] = everyDefinition.flatMap((definition) =>
  definition.settingsFile ? [rowsOf(definition, definition.settingsFile)] : [],
);
