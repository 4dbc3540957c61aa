import { z } from 'zod';
import { assetCategory, assetType, constraints } from '../assets/typeAnswers.ts';
import { labelled, uuid } from '../call/bodyFields.ts';
import { defineCall } from '../call/defineCall.ts';
import { paging } from '../call/paging.ts';
import { listOf, writeOf } from '../call/rowOf.ts';
import { MOST_PORT } from '../network/ports.ts';
import { favoriteasset } from '../resources/assets/favoriteasset.ts';

const favorite = z.object({ asset: z.string() });

export const listFavorites = defineCall('GET /api/v1/assets/favorite-assets/', {
  summary: 'Your favourite assets',
  permission: 'validUser',
  isList: true,
  answer: listOf(favorite),
});

export const addFavorites = defineCall('POST /api/v1/assets/favorite-assets/', {
  summary: 'Adds one or more favourite assets',
  permission: 'validUser',
  body: writeOf(favoriteasset),
  status: 201,
  answer: z.union([favorite, z.array(favorite)]),
});

export const removeFavorite = defineCall('DELETE /api/v1/assets/favorite-assets/', {
  summary: 'Removes the one favourite asset the query names',
  permission: 'validUser',
  isList: true,
  status: 204,
  errors: ['bulk_delete_refused'],
});

export const listCategories = defineCall('GET /api/v1/assets/categories/', {
  summary: 'Categories of assets with their types',
  permission: 'validUser',
  query: z.object(paging),
  shows: { columns: { value: 'string', label: 'string', types: 'list' } },
  answer: listOf(assetCategory),
});

export const listTypes = defineCall('GET /api/v1/assets/categories/types/', {
  summary: 'Types of assets of all categories',
  permission: 'validUser',
  query: z.object(paging),
  shows: { columns: { value: 'string', label: 'string', category: 'string', constraints: 'json' } },
  answer: listOf(assetType),
});

export const getConstraints = defineCall('GET /api/v1/assets/categories/constraints/', {
  summary: 'Constraints of an asset type; empty for an unknown type',
  permission: 'validUser',
  query: z.object({ category: z.string().optional(), type: z.string().optional() }),
  shows: { columns: { label: 'string', value: 'string', types: 'field' } },
  answer: constraints.or(z.strictObject({})),
});

export const listProtocols = defineCall('GET /api/v1/assets/protocols/', {
  summary: 'Protocols by name',
  permission: 'validUser',
  query: z.object(paging),
  shows: { columns: { label: 'string', value: 'string' } },
  answer: listOf(labelled),
});

export const listProtocolSettings = defineCall('GET /api/v1/assets/protocol-settings/', {
  summary: 'Protocols of platforms; OPTIONS describes the settings of the named one',
  permission: 'assets.add_platform',
  query: z.object({ name: z.string().optional(), platform__name: z.string().optional(), ...paging }),
  answer: listOf(
    z.looseObject({
      name: z.string(),
      port: z.int(),
      platform: z.int(),
      setting: z.record(z.string(), z.unknown()).optional(),
    }),
  ),
});

export const listAutomationMethods = defineCall('GET /api/v1/assets/platform-automation-methods/', {
  summary: 'Default parameters of ways to run automations; OPTIONS describes them',
  permission: 'validUser',
  answer: z.record(z.string(), z.record(z.string(), z.union([z.string(), z.array(z.string())]))),
});

export const refuseGenericAsset = defineCall('POST /api/v1/assets/assets/', {
  summary: 'Refuses: an asset is created at the address of its category',
  permission: 'assets.add_asset',
  errors: ['error'],
});

export const recountAssets = defineCall('POST /api/v1/assets/nodes/check_assets_amount_task/', {
  summary: 'Recounts the assets of every node; returns how many counts were wrong',
  permission: 'assets.change_node',
  answer: z.object({ task: z.string(), corrected: z.int() }),
});

export const testGateway = defineCall('POST /api/v1/assets/gateways/:id/test-connective/', {
  summary: 'Tests a gateway by signing in to it',
  permission: 'assets.test_assetconnectivity',
  body: z.object({
    port: z.coerce
      .number('invalid_integer')
      .int('invalid_integer')
      .min(1, 'min_value')
      .max(MOST_PORT, 'max_value')
      .nullish()
      .describe('SSH port; default: that of the gateway'),
  }),
  answer: z.object({ task: uuid }),
  errors: ['object_does_not_exist'],
});
