import type { accesskey } from '@gatehouse/contract/resources/authentication/accesskey.ts';
import type { session } from '@gatehouse/contract/resources/terminal/session.ts';
import type { user } from '@gatehouse/contract/resources/users/user.ts';
import { expect, expectTypeOf, test } from 'vitest';
import type { Http } from '../../platform/http/http.ts';
import type { DetailSlots } from '../detail/DetailSlots.ts';
import type { DetailController } from '../detail/useResourceDetail.ts';
import type { CellIn, InputProps } from '../fields/FieldUi.ts';
import type { FormSlots } from '../form/FormSlots.ts';
import type { ListController, ListSlots } from '../list/ListSlots.ts';
import { rawOf } from './row.ts';

// The compiler finds the planted mistakes: a missing expected error fails the type check.

test('a misspelt field of a list does not compile', () => {
  const slots: ListSlots<typeof session, 'state'> = {
    // @ts-expect-error the field is spelled date_start
    columns: { date_strat: { width: 100 } },
    // @ts-expect-error sessions have no such field, and the page adds none
    mode: { columns: ['user', 'usr'] },
    // @ts-expect-error sessions are finished, not closed
    rowTone: (row) => (row.is_closed ? 'off' : undefined),
    rowActions: (row, usual, list) => {
      expectTypeOf(row.login_from.value).toEqualTypeOf<'ST' | 'RT' | 'WT' | 'DT'>();
      expectTypeOf(list.rows[0]?.protocol).toEqualTypeOf<string | undefined>();
      // @ts-expect-error there is no such sign-in origin
      return row.login_from.value === 'XT' ? [] : usual;
    },
  };
  expect(Object.keys(slots)).toHaveLength(4);
});

test('a misspelt field of a detail does not compile', () => {
  const slots: DetailSlots<typeof user> = {
    // @ts-expect-error the field is spelled email
    layout: { order: ['name', 'e_mail'] },
    sub: (row) => row.email,
    // @ts-expect-error the field is spelled username
    title: (row) => row.user_name,
    // @ts-expect-error a label for an unknown field
    labels: { usernme: 'Username' },
  };
  expect(Object.keys(slots)).toHaveLength(4);
});

test('a misspelt field of a form does not compile', () => {
  const slots: FormSlots<typeof user, { update_password: boolean }> = {
    fields: {
      password: { hidden: (values) => values.source !== 'local' && !values.update_password },
      // @ts-expect-error no such field
      pasword: { wide: true },
      // @ts-expect-error no such source
      comment: { hidden: (values) => values.source === 'locale' },
    },
    // @ts-expect-error a boolean, not a text
    initial: { is_active: 'yes' },
    // @ts-expect-error the form has no such value
    toWire: (body) => ({ ...body, x: body.set_password }),
  };
  expect(Object.keys(slots)).toHaveLength(3);
});

const Flag = ({ value }: InputProps<boolean>) => (value ? 'yes' : 'no');

test('an input for a value of another type does not compile', () => {
  const slots: FormSlots<typeof user>['fields'] = {
    is_active: { component: Flag },
    // @ts-expect-error an email is a text
    email: { component: Flag },
  };
  expect(Object.keys(slots ?? {})).toHaveLength(2);
});

test('a misspelt field on a page does not compile', () => {
  const page = async (http: Http, detail: DetailController<typeof user>) => {
    const [row] = await http.list<typeof user>('/api/v1/users/users/');
    // @ts-expect-error the field is spelled username
    const name = row?.usernme;
    // @ts-expect-error the field is spelled email
    return `${name} ${detail.row.e_mail}`;
  };
  expect(page).toBeTypeOf('function');
});

test('a cell gets the value of its field', () => {
  type Props = CellIn<typeof user, 'groups'>;
  expectTypeOf<Props['value']>().toEqualTypeOf<{ id: string; name: string }[]>();
  const drawName = ({ value }: CellIn<typeof user, 'username'>) => value;
  const drawGroups = ({ value }: Props) => value.length;
  const slots: ListSlots<typeof user> = {
    columns: {
      username: { Cell: drawName },
      // @ts-expect-error a cell of groups cannot draw an address
      email: { Cell: drawGroups },
    },
  };
  expect(slots.columns).toBeDefined();
});

test("a page's slots fit the engine, which knows no definition", () => {
  type Page = {
    listSlots: ListSlots<typeof accesskey, 'secret'>;
    list: ListController<typeof session>;
    detailSlots: DetailSlots<typeof user>;
    detail: DetailController<typeof user>;
    formSlots: FormSlots<typeof user, { update_password: boolean }>;
  };
  type Engine = {
    listSlots: ListSlots;
    list: ListController;
    detailSlots: DetailSlots;
    detail: DetailController;
    formSlots: FormSlots;
  };
  const handOver = (page: Page): Engine => page;
  expect(handOver).toBeTypeOf('function');
});

test('the raw value of a choice or a related row keeps its type', () => {
  expectTypeOf(rawOf({ value: 'a' as const, label: 'A' })).toEqualTypeOf<'a'>();
  expect(rawOf({ value: 'a', label: 'A' })).toBe('a');
  expect(rawOf({ id: 7, name: 'x' })).toBe(7);
  expect(rawOf('plain')).toBe('plain');
});
