import { z } from 'zod';
import { ok, uuid } from '../../call/bodyFields.ts';
import { defineCall } from '../../call/defineCall.ts';
import { defineForm } from '../../call/defineForm.ts';
import { listOf, partOf } from '../../call/rowOf.ts';
import { field } from '../../resource/fields.ts';
import { asset } from '../../resources/assets/asset.ts';

const ofPlan = { app: 'accounts', name: 'changesecretautomation', mode: 'patch' } as const;
/** What a plan names, as its relation addresses take and tell it (reference 04 §7.3). */
const assets = defineForm({
  ...ofPlan,
  fields: { id: field.uuid(), assets: field.refs({ to: 'assets.asset' }) },
});
const nodes = defineForm({
  ...ofPlan,
  fields: { id: field.uuid(), nodes: field.refs({ to: 'assets.node' }) },
});

const change = {
  permission: 'accounts.change_changesecretautomation',
  errors: ['object_does_not_exist'],
} as const;
const changed = z.object({ msg: ok });

export const getAssetsOfChangePlan = defineCall(
  [
    'GET /api/v1/accounts/change-secret/:id/asset/add/',
    'GET /api/v1/accounts/change-secret/:id/asset/remove/',
  ],
  {
    ...change,
    summary: 'The assets that a plan names itself',
    shows: { form: assets },
    answer: z.object({ id: uuid, assets: z.array(uuid) }),
  },
);

export const addAssetsToChangePlan = defineCall(
  [
    'PUT /api/v1/accounts/change-secret/:id/asset/add/',
    'PATCH /api/v1/accounts/change-secret/:id/asset/add/',
  ],
  { ...change, summary: 'Adds assets to a plan', body: assets, answer: changed },
);

export const removeAssetsFromChangePlan = defineCall(
  [
    'PUT /api/v1/accounts/change-secret/:id/asset/remove/',
    'PATCH /api/v1/accounts/change-secret/:id/asset/remove/',
  ],
  { ...change, summary: 'Removes assets from a plan', body: assets, answer: changed },
);

export const getNodesOfChangePlan = defineCall('GET /api/v1/accounts/change-secret/:id/nodes/', {
  ...change,
  summary: 'The nodes of a plan',
  shows: { form: nodes },
  answer: z.object({ id: uuid, nodes: z.array(uuid) }),
});

export const changeNodesOfChangePlan = defineCall(
  ['PUT /api/v1/accounts/change-secret/:id/nodes/', 'PATCH /api/v1/accounts/change-secret/:id/nodes/'],
  {
    ...change,
    summary: 'Adds nodes to a plan, or removes them',
    query: z.object({ action: z.enum(['add', 'remove'], 'invalid_choice') }),
    body: nodes,
    answer: changed,
  },
);

const shown = ['id', 'name', 'address'] as const;

export const listAssetsOfChangePlan = defineCall('GET /api/v1/accounts/change-secret/:id/assets/', {
  summary: 'The assets of a plan, with those on and below its nodes',
  permission: ['assets.view_asset', 'accounts.view_changesecretautomation'],
  isList: true,
  shows: { rows: 'assets.asset', fields: shown },
  answer: listOf(partOf(asset, shown)),
  errors: ['object_does_not_exist'],
});
