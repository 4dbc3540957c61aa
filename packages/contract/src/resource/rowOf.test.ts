import { expect, expectTypeOf, test } from 'vitest';
import type { account } from '../resources/accounts/account.ts';
import type { asset } from '../resources/assets/asset.ts';
import type { gateway } from '../resources/assets/gateway.ts';
import type { host } from '../resources/assets/host.ts';
import type { platform } from '../resources/assets/platform.ts';
import type { assetpermission } from '../resources/perms/assetpermission.ts';
import type { orgrole } from '../resources/rbac/orgrole.ts';
import type { session } from '../resources/terminal/session.ts';
import type { user } from '../resources/users/user.ts';
import { defineResource, type ResourceDefinition } from './defineResource.ts';
import { field } from './fields.ts';
import type { Labelled } from './fieldTypes.ts';
import type {
  ActionOf,
  AnyRow,
  FilterOf,
  MadeFieldOf,
  PermissionOf,
  RowOf,
  StoredRow,
  ValuesOf,
  WriteOf,
} from './rowOf.ts';

// The type check verifies the types in these tests; vitest strips them, so running the tests does not.

test('a row on the wire has the types of its fields', () => {
  type Row = RowOf<typeof account>;
  expectTypeOf<Row['id']>().toEqualTypeOf<string>();
  expectTypeOf<Row['name']>().toEqualTypeOf<string>();
  expectTypeOf<Row['source_id']>().toEqualTypeOf<string | null>();
  expectTypeOf<Row['source']>().toEqualTypeOf<Labelled<'local' | 'collected' | 'template'> | null>();
  expectTypeOf<Row['version']>().toEqualTypeOf<number>();
  expectTypeOf<Row['labels']>().toEqualTypeOf<string[]>();
  expectTypeOf<Row['date_created']>().toEqualTypeOf<string>();
  expectTypeOf<Row['date_updated']>().toEqualTypeOf<string | null>();
  expectTypeOf<Row['org_name']>().toEqualTypeOf<string>();
  expectTypeOf<RowOf<typeof platform>['id']>().toEqualTypeOf<number>();
  expectTypeOf<RowOf<typeof user>['mfa_level']>().toEqualTypeOf<Labelled<0 | 1 | 2>>();
  expectTypeOf<RowOf<typeof user>>().not.toHaveProperty('org_id');
});

test('related rows carry the attributes their field names', () => {
  type Row = RowOf<typeof account>;
  expectTypeOf<Row['su_from']>().toEqualTypeOf<{ id: string; name: string; username: string } | null>();
  expectTypeOf<Row['asset']['platform']>().toEqualTypeOf<{ id: number; name: string }>();
  expectTypeOf<Row['asset']['category']['value']>().toEqualTypeOf<
    'host' | 'device' | 'database' | 'cloud' | 'web' | 'gpt' | 'custom'
  >();
  expectTypeOf<RowOf<typeof user>['system_roles']>().toEqualTypeOf<{ id: string; display_name: string }[]>();
  expectTypeOf<RowOf<typeof session>['terminal']>().toEqualTypeOf<{
    id: string;
    name: string;
    type: RowOf<typeof import('../resources/terminal/terminal.ts')['terminal']>['type'];
  } | null>();
});

test('nested fields have the types of their parts', () => {
  expectTypeOf<RowOf<typeof asset>['protocols']>().toEqualTypeOf<{ name: string; port: number | null }[]>();
  type Custom = NonNullable<RowOf<typeof platform>['custom_fields']>[number];
  expectTypeOf<Custom['type']>().toEqualTypeOf<
    'str' | 'password' | 'int' | 'bool' | 'text' | 'choice' | 'list'
  >();
});

test('a variant has the fields of its base, with its own in place of redeclared ones', () => {
  type Row = RowOf<typeof host, 'retrieve'>;
  expectTypeOf<Row['address']>().toEqualTypeOf<string>();
  expectTypeOf<Row['gathered_info']['cpu_count']>().toEqualTypeOf<string | null>();
  expectTypeOf<RowOf<typeof gateway>['org_id']>().toEqualTypeOf<string>();
  expectTypeOf<RowOf<typeof orgrole>['display_name']>().toEqualTypeOf<string>();
  expectTypeOf<StoredRow<typeof asset>['db_name']>().toEqualTypeOf<string | null>();
  expectTypeOf<StoredRow<typeof host>['autofill']>().toEqualTypeOf<'no' | 'basic' | 'script' | null>();
});

test('lists and single rows differ in what they carry', () => {
  expectTypeOf<RowOf<typeof assetpermission, 'list'>>().not.toHaveProperty('users');
  expectTypeOf<RowOf<typeof assetpermission, 'retrieve'>>().not.toHaveProperty('users_amount');
  expectTypeOf<RowOf<typeof assetpermission, 'list'>['users_amount']>().toEqualTypeOf<number>();
  expectTypeOf<RowOf<typeof assetpermission>['users_amount']>().toEqualTypeOf<number | undefined>();
});

test('a row has no hidden, secret or write-only field', () => {
  type Row = RowOf<typeof user>;
  expectTypeOf<Row>().not.toHaveProperty('password');
  expectTypeOf<Row>().not.toHaveProperty('public_key');
  expectTypeOf<Row>().not.toHaveProperty('otp_secret');
  expectTypeOf<StoredRow<typeof user>['otp_secret']>().toEqualTypeOf<string | null>();
});

test('a stored row has columns: raw choices, ids of references, whole numbers as text', () => {
  type Row = StoredRow<typeof account>;
  expectTypeOf<Row['asset']>().toEqualTypeOf<string>();
  expectTypeOf<Row['version']>().toEqualTypeOf<string>();
  expectTypeOf<Row['connectivity']>().toEqualTypeOf<'-' | 'ok' | 'err'>();
  expectTypeOf<Row['org_id']>().toEqualTypeOf<string>();
  expectTypeOf<Row>().not.toHaveProperty('on_invalid');
  expectTypeOf<Row>().not.toHaveProperty('has_secret');
  expectTypeOf<StoredRow<typeof user>['mfa_level']>().toEqualTypeOf<'0' | '1' | '2'>();
  expectTypeOf<ValuesOf<typeof user>['mfa_level']>().toEqualTypeOf<0 | 1 | 2 | undefined>();
  expectTypeOf<ValuesOf<typeof user>['groups']>().toEqualTypeOf<string[] | undefined>();
});

test('a write requires the required fields and allows none that only the server writes', () => {
  const sent: WriteOf<typeof account> = { asset: { id: 'a' }, name: 'root', secret_type: 'ssh_key' };
  const changed: WriteOf<typeof account, 'change'> = { is_active: false, su_from: null };
  // @ts-expect-error an account needs an asset
  const without: WriteOf<typeof account> = { name: 'root' };
  // @ts-expect-error the server counts versions
  const counted: WriteOf<typeof account, 'change'> = { version: 3 };
  // @ts-expect-error no such type of secret
  const wrong: WriteOf<typeof account, 'change'> = { secret_type: 'pasword' };
  expect([sent, changed, without, counted, wrong]).toHaveLength(5);
});

test('a misspelt field does not compile', () => {
  const look = (row: RowOf<typeof asset>, stored: StoredRow<typeof asset>) => [
    // @ts-expect-error misspelt on the wire
    row.adress,
    // @ts-expect-error misspelt in the table
    stored.is_activ,
    // @ts-expect-error misspelt inside a related row
    row.platform.nam,
    // @ts-expect-error no such category
    row.category.value === 'hots',
  ];
  expect(look).toBeTypeOf('function');
});

test('actions, filters, permissions and computed fields have literal names', () => {
  expectTypeOf<ActionOf<typeof account>>().toEqualTypeOf<
    'suFromAccounts' | 'usernameSuggestions' | 'clearSecret' | 'createMany' | 'tasks'
  >();
  expectTypeOf<'category'>().toExtend<FilterOf<typeof asset>>();
  expectTypeOf<'is_active'>().toExtend<FilterOf<typeof host>>();
  expectTypeOf<'adress'>().not.toExtend<FilterOf<typeof asset>>();
  expectTypeOf<PermissionOf<typeof host, 'change'>>().toEqualTypeOf<'assets.change_asset'>();
  expectTypeOf<MadeFieldOf<typeof account>>().toEqualTypeOf<'spec_info' | 'has_secret'>();
});

test('a definition of unknown type has rows of unknown values', () => {
  expectTypeOf<RowOf<ResourceDefinition>>().toEqualTypeOf<AnyRow>();
});

test('a field whose options do not determine its type states it', () => {
  const sample = defineResource({
    app: 'samples',
    name: 'sample',
    path: 'samples',
    scope: 'global',
    label: 'name',
    fields: {
      name: field.text({ required: true }),
      totals: field.computed.of<{ users: number }>()({ as: 'json', readOnly: true }),
      owner: field.ref({ to: 'samples.other', attrs: ['name'], nullable: true }),
    },
  });
  expectTypeOf<RowOf<typeof sample>['totals']>().toEqualTypeOf<{ users: number }>();
  expectTypeOf<RowOf<typeof sample>['owner']>().toEqualTypeOf<{
    id: string | number;
    name: unknown;
  } | null>();
  expect(sample.fields.totals).toEqual({ kind: 'computed', as: 'json', readOnly: true });
});
