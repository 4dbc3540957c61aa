import type { FieldKind } from '@gatehouse/contract/resource/fields.ts';
import type { FieldMeta } from '@gatehouse/contract/wire/options.ts';
import { fieldUis } from '../src/engine/fields/registry.ts';
import { meta } from '../test/domains.ts';
import { GROUPS } from './galleryServer.ts';

/** A kind of field in the gallery: its metadata, and a value in wire form. */
export type Sample = { meta: FieldMeta; value: unknown };

const choices = [
  { value: 'low', label: 'Low' },
  { value: 'middle', label: 'Middle' },
  { value: 'high', label: 'High' },
];
const related = { url: GROUPS, attrs: ['id', 'name'] };

const samples: Partial<Record<FieldKind, Sample>> = {
  amount: { meta: meta({ type: 'integer', read_only: true }), value: 12 },
  bits: {
    meta: meta({
      type: 'tree',
      tree: [
        {
          value: 'all',
          label: 'All',
          children: [
            { value: 'connect', label: 'Connect' },
            {
              value: 'files',
              label: 'Files',
              children: [
                { value: 'upload', label: 'Upload' },
                { value: 'download', label: 'Download' },
              ],
            },
          ],
        },
      ],
    }),
    value: [
      { value: 'connect', label: 'Connect' },
      { value: 'upload', label: 'Upload' },
    ],
  },
  boolean: { meta: meta({ type: 'boolean' }), value: true },
  choice: { meta: meta({ type: 'labeled_choice', choices }), value: { value: 'high', label: 'High' } },
  choices: { meta: meta({ type: 'multiple choice', choices }), value: choices.slice(0, 2) },
  computed: { meta: meta({ type: 'field', read_only: true }), value: 'Made by the server' },
  crontab: { meta: meta({ max_length: 128, nullable: true }), value: '30 2 * * 1-5' },
  datetime: { meta: meta({ type: 'datetime', nullable: true }), value: '2031/01/02 03:04:05 +0000' },
  float: { meta: meta({ type: 'float' }), value: 1.25 },
  integer: { meta: meta({ type: 'integer', min_value: 1, max_value: 100 }), value: 42 },
  interval: { meta: meta({ type: 'integer', nullable: true }), value: 24 },
  ipGroup: { meta: meta({ type: 'list' }), value: ['10.0.0.0/8', '192.168.1.1-192.168.1.9'] },
  json: { meta: meta({ type: 'json' }), value: { threshold: 3, hosts: ['web-01'] } },
  labels: { meta: meta({ type: 'field' }), value: ['env:prod', 'team:database'] },
  list: { meta: meta({ type: 'list' }), value: ['one', 'two', 'three', 'four'] },
  nested: {
    meta: meta({
      type: 'nested object',
      children: {
        name: meta({ label: 'Name', max_length: 64 }),
        port: meta({ label: 'Port', type: 'integer' }),
      },
    }),
    value: { name: 'ssh', port: 22 },
  },
  phone: { meta: meta({ type: 'field' }), value: { code: '+86', phone: '13800000000' } },
  ref: { meta: meta({ type: 'object_related_field', related }), value: { id: 'g1', name: 'Operations' } },
  refs: {
    meta: meta({ type: 'm2m_related_field', related }),
    value: [
      { id: 'g1', name: 'Operations' },
      { id: 'g2', name: 'Database administrators' },
    ],
  },
  secret: { meta: meta({ write_only: true, max_length: 64 }), value: undefined },
  selector: {
    meta: meta({ type: 'json', related }),
    value: { type: 'attrs', attrs: [{ name: 'name', match: 'startswith', value: 'db-' }] },
  },
  text: { meta: meta({ max_length: 128 }), value: 'A line of text' },
  uuid: { meta: meta({ max_length: 36 }), value: '3f6c1f2a-0f0e-4f7c-9a51-2f3d7a1c8b90' },
};

/** The sample of a kind; a kind without a sample of its own is shown with a line of text. */
export const sampleOf = (kind: FieldKind): Sample => samples[kind] ?? { meta: meta({}), value: 'A value' };

/** Metadata of a sample, named after its kind. */
export const metaOfKind = (kind: FieldKind): FieldMeta => ({ ...sampleOf(kind).meta, kind, label: kind });

/** Names of all kinds, in alphabetical order. */
export const kinds = Object.keys(fieldUis).toSorted() as FieldKind[];
