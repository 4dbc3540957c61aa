import { expect, test } from 'vitest';
import { meta } from '../../../test/domains.ts';
import { formGroups } from './formGroups.ts';

const Made = () => null;
const metas = {
  id: meta({ label: 'ID' }),
  org_id: meta(),
  org_name: meta(),
  name: meta({ label: 'Name' }),
  made: meta({ label: 'Made', read_only: true }),
};
const sections = [
  { group: 'basic', label: 'Basic', fields: ['name', 'made', 'gone'] },
  { group: 'other', label: 'Other', fields: ['made'] },
];
const shape = (input: Parameters<typeof formGroups>[0]) =>
  formGroups(input).map(({ items, ...group }) => ({ ...group, items: items.map(({ id }) => id) }));

test('without sections all writable fields form one untitled group', () => {
  expect(shape({ metas, view: undefined })).toEqual([{ key: '', title: '', items: ['name'] }]);
  expect(shape({ metas, view: { form: [] } })).toEqual([{ key: '', title: '', items: ['name'] }]);
});

test('a section without fields is omitted, and a section can have help text', () => {
  expect(shape({ metas, view: { form: sections } })).toEqual([
    { key: 'basic', title: 'Basic', items: ['name'] },
  ]);
  expect(shape({ metas, view: { form: sections }, groupHelp: { basic: 'Start here' } })).toEqual([
    { key: 'basic', title: 'Basic', help: 'Start here', items: ['name'] },
  ]);
});

test('a page shows a read-only or extra field by giving it a component or a type', () => {
  const fields = {
    name: { helpTips: 'Short' },
    made: { component: Made },
    gone: { type: 'text' },
    org_id: { label: 'Organization' },
  };
  const [basic, other] = formGroups({ metas, view: { form: sections }, fields });
  expect(basic?.items).toEqual([
    { id: 'name', meta: metas.name, helpTips: 'Short' },
    { id: 'made', meta: metas.made, component: Made },
    { id: 'gone', type: 'text' },
  ]);
  expect(other?.items.map(({ id }) => id)).toEqual(['made']);
  const half = { ...fields, made: { label: 'Made' } };
  expect(shape({ metas, view: { form: sections }, fields: half })).toEqual([
    { key: 'basic', title: 'Basic', items: ['name', 'gone'] },
  ]);
});
