import type { FieldMeta, OptionsBody } from '@gatehouse/contract/wire/options.ts';
import { expect, test } from 'vitest';
import { ownWords } from './ownWords.ts';

const meta = (more: Partial<FieldMeta> = {}): FieldMeta => ({
  type: 'string',
  required: false,
  read_only: false,
  write_only: false,
  label: 'Name',
  ...more,
});
const body = (actions?: OptionsBody['actions']): OptionsBody => ({
  name: 'Hosts',
  description: '',
  renders: [],
  parses: [],
  ...(actions && { actions }),
});

test('what OPTIONS tells only clients of the protocol is replaced by the words of this product', () => {
  const told = meta({
    type: 'nested object',
    required: true,
    children: { id: meta() },
    own: { type: 'json', required: false, children: null },
  });
  const actions = ownWords(body({ GET: { name: meta(), stat: told }, PUT: { stat: told } })).actions;
  expect(actions).toEqual({
    GET: { name: meta(), stat: meta({ type: 'json' }) },
    PUT: { stat: meta({ type: 'json' }) },
  });
  expect(actions?.PUT?.stat).not.toHaveProperty('children');
  expect(actions?.PUT?.stat).not.toHaveProperty('own');
});

test('fields that are only mentioned are left out, also within objects and lists of objects', () => {
  const parts = { port: meta({ required: true, own: { required: false } }), setting: meta({ own: null }) };
  const object = meta({ children: parts });
  const list = meta({ child: { type: 'nested object', children: parts } });
  const { POST } = ownWords(body({ POST: { object, list, push_now: meta({ own: null }) } })).actions ?? {};
  expect(POST).toEqual({
    object: meta({ children: { port: meta() } }),
    list: meta({ child: { type: 'nested object', children: { port: meta() } } }),
  });
});

test('an address without fields stays as it is', () => {
  expect(ownWords(body())).toEqual(body());
  expect(ownWords(body({ GET: { tags: meta({ child: { type: 'string' } }) } })).actions?.GET?.tags).toEqual(
    meta({ child: { type: 'string' } }),
  );
});
