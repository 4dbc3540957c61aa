import { defineCall } from '../call/defineCall.ts';
import { listOf, partOf } from '../call/rowOf.ts';
import { asset } from '../resources/assets/asset.ts';
import { node } from '../resources/assets/node.ts';
import { requestableAssetFields, requestableNodeFields } from '../tickets/requestableFields.ts';

const requestableAssets = {
  isList: true,
  shows: { rows: 'assets.asset', fields: requestableAssetFields },
  answer: listOf(partOf(asset, requestableAssetFields)),
} as const;
const requestableNodes = {
  isList: true,
  shows: { rows: 'assets.node', fields: requestableNodeFields },
  answer: listOf(partOf(node, requestableNodeFields)),
} as const;

export const listRequestableAssets = defineCall('GET /api/v1/tickets/apply-assets/', {
  ...requestableAssets,
  summary: 'Assets you can request access to',
  permission: ['tickets.view_ticket', 'assets.view_asset'],
});

export const suggestRequestableAssets = defineCall('GET /api/v1/tickets/apply-assets/suggestions/', {
  ...requestableAssets,
  summary: 'The first assets that match, ten without `limit`, among those you can request access to',
  permission: ['tickets.view_ticket', 'assets.match_asset'],
});

export const listRequestableNodes = defineCall('GET /api/v1/tickets/apply-nodes/', {
  ...requestableNodes,
  summary: 'Nodes you can request access to',
  permission: ['tickets.view_ticket', 'assets.view_node'],
});

export const suggestRequestableNodes = defineCall('GET /api/v1/tickets/apply-nodes/suggestions/', {
  ...requestableNodes,
  summary: 'The first nodes that match, ten without `limit`, among those you can request access to',
  permission: ['tickets.view_ticket', 'assets.match_node'],
});

export const refuseGeneralApproval = defineCall(
  ['PUT /api/v1/tickets/tickets/:id/approve/', 'PATCH /api/v1/tickets/tickets/:id/approve/'],
  {
    summary: 'Refuses: a ticket is approved at the address of its type, which decides what is granted',
    permission: 'validUser',
    anywhere: true,
    errors: ['method_not_allowed', 'licence_required'],
  },
);
