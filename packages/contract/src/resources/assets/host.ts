import { defineResource } from '../../resource/defineResource.ts';
import { field } from '../../resource/fields.ts';

/** One fact about the host; null until it is known. */
const fact = (max: number) => field.text({ max, nullable: true });

/** A machine with an operating system. */
export const host = defineResource({
  app: 'assets',
  name: 'host',
  path: 'hosts',
  scope: 'org',
  label: 'name',
  variantOf: 'assets.asset',
  permissionModel: 'asset',
  where: { category: 'host' },
  fields: {
    gathered_info: field.nested({
      noDiff: true,
      told: { write: { readOnly: true } },
      fields: {
        vendor: fact(64),
        model: fact(54),
        sn: fact(128),
        cpu_model: fact(64),
        cpu_count: fact(64),
        cpu_cores: fact(64),
        cpu_vcpus: fact(64),
        memory: fact(64),
        disk_total: fact(1024),
        distribution: fact(128),
        distribution_version: fact(16),
        arch: fact(16),
      },
    }),
  },
  operations: ['list', 'retrieve', 'create', 'update', 'destroy'],
  console: {
    base: 'Host',
    path: 'console/assets/hosts',
    pages: ['create', 'update'],
    order: 210,
    under: 'console/assets/assets',
  },
});
