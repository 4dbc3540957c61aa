import { keyOf, type ResourceDefinition } from '@gatehouse/contract/resource/defineResource.ts';
import type { FieldSpec } from '@gatehouse/contract/resource/fields.ts';
import type { ReadPurpose } from '@gatehouse/contract/resource/rowOf.ts';
import { fieldsOf } from './definitions.ts';
import { eachFault, type Faults, isValues, partOf, wrong } from './faults.ts';
import { valueFaults } from './valueFaults.ts';

type Query = { readonly [name: string]: string };

/** How a row was read; without a purpose, fields that only one of them carries may be absent. */
type Reading = { purpose?: ReadPurpose; query?: Query; also?: readonly string[] };

/** Fields that the server leaves out for some callers. */
const sometimes: { readonly [key: string]: readonly string[] } = {
  'users.user': ['system_roles', 'org_roles', 'orgs_roles'],
};
/** Fields that a row shows in another form than their kind does. */
const otherForm: { readonly [key: string]: readonly string[] } = {
  'tickets.applyassetticket': ['applicant'],
  'tickets.applycommandticket': ['applicant', 'apply_from_session', 'apply_from_cmd_filter_acl'],
  'tickets.applyloginassetticket': ['applicant'],
  'tickets.applyloginticket': ['applicant'],
};

const isSent = (field: FieldSpec, purpose: ReadPurpose | undefined): boolean =>
  !field.writeOnly &&
  !field.hidden &&
  field.kind !== 'secret' &&
  (field.on === undefined || purpose === undefined || field.on === purpose);

const sizeIn = ({ sizes = ['mini', 'small'] }: ResourceDefinition, { fields_size }: Query) =>
  sizes.find((size) => size === fields_size);

/** The names that the query asks for, and whether the organization comes with them. */
const asked = (definition: ResourceDefinition, query: Query) => {
  const size = sizeIn(definition, query);
  const small: readonly string[] = definition.small ?? [];
  const [only, without] = [query.fields?.split(','), query['fields!']?.split(',')];
  const isAsked = (name: string) => (!only || only.includes(name)) && !without?.includes(name);
  const fits = (name: string, field: FieldSpec) => {
    if (size === 'small' && small.includes(name)) return true;
    return size === undefined || field.size === 'mini' || (size === 'small' && field.size === 'small');
  };
  const organization = definition.scope === 'org' && !size ? ['org_id', 'org_name'] : [];
  return { isAsked, fits, organization };
};

/** What is wrong with a row: missing, foreign and wrongly typed fields. */
export const rowFaults = (
  definition: ResourceDefinition,
  row: unknown,
  at: string,
  { purpose, query = {}, also = [] }: Reading = {},
): Faults => {
  const key = keyOf(definition);
  if (!isValues(row)) return wrong(at, `a row of ${key}`, row);
  const { isAsked, fits, organization } = asked(definition, query);
  const fields = Object.entries(fieldsOf(definition)).filter(([, field]) => isSent(field, purpose));
  const isNeeded = (name: string, field: FieldSpec) =>
    isAsked(name) &&
    fits(name, field) &&
    (purpose !== undefined || field.on === undefined) &&
    !sometimes[key]?.includes(name);
  const needed = [
    'id',
    ...fields.filter(([name, field]) => isNeeded(name, field)).map(([name]) => name),
    ...organization.filter(isAsked),
  ];
  const known = new Set(['id', ...fields.map(([name]) => name), ...also]);
  if (definition.scope === 'org') for (const name of ['org_id', 'org_name']) known.add(name);
  if (query.abilities) for (const name of ['abilities', 'refusals']) known.add(name);
  const id = definition.id === 'integer' ? 'number' : 'string';
  return [
    ...needed
      .filter((name) => !(name in row))
      .flatMap((name) => wrong(partOf(at, name), 'a value', undefined)),
    ...Object.keys(row)
      .filter((name) => !known.has(name))
      .flatMap((name) => wrong(partOf(at, name), `a field of ${key}`, row[name])),
    ...('id' in row && typeof row.id !== id ? wrong(partOf(at, 'id'), `a ${id}`, row.id) : []),
    ...fields
      .filter(([name]) => name in row && name !== 'id' && !otherForm[key]?.includes(name))
      .flatMap(([name, field]) => valueFaults(row[name], field, partOf(at, name))),
  ];
};

/** What is wrong with a list: with a `limit` it is a page, without one an array. */
export const listFaults = (
  body: unknown,
  query: Query,
  check: (row: unknown, at: string) => Faults,
): Faults => {
  if (query.limit === undefined) return eachFault(body, '', 'rows', check);
  if (!isValues(body)) return wrong('', 'a page, because the request has a limit', body);
  const { count, next, previous, results, count_is_estimate, ...more } = body;
  const isLink = (value: unknown) => value === null || typeof value === 'string';
  return [
    ...(typeof count === 'number' ? [] : wrong('count', 'a number', count)),
    ...(isLink(next) ? [] : wrong('next', 'a link or null', next)),
    ...(isLink(previous) ? [] : wrong('previous', 'a link or null', previous)),
    ...(count_is_estimate === undefined || count_is_estimate === true
      ? []
      : wrong('count_is_estimate', 'true', count_is_estimate)),
    ...Object.keys(more).flatMap((name) => wrong(name, 'no such field of a page', more[name])),
    ...eachFault(results, 'results', 'rows', check),
  ];
};
