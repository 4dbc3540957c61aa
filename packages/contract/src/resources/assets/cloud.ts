import { defineResource } from '../../resource/defineResource.ts';

/** A cloud console or a Kubernetes cluster. */
export const cloud = defineResource({
  app: 'assets',
  name: 'cloud',
  path: 'clouds',
  scope: 'org',
  label: 'name',
  variantOf: 'assets.asset',
  permissionModel: 'asset',
  where: { category: 'cloud' },
  fields: {},
  operations: ['list', 'retrieve', 'create', 'update', 'destroy'],
  console: {
    base: 'Cloud',
    path: 'console/assets/clouds',
    pages: ['create', 'update'],
    order: 213,
    under: 'console/assets/assets',
  },
});
