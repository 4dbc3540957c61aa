import { z } from 'zod';
import { defineCall } from '../call/defineCall.ts';
import { listOf, writeOf } from '../call/rowOf.ts';
import { favoriteasset } from '../resources/assets/favoriteasset.ts';

const favorite = z.object({ asset: z.string() });

export const listFavorites = defineCall('GET /api/v1/assets/favorite-assets/', {
  summary: 'Your favourite assets',
  permission: 'validUser',
  isList: true,
  answer: listOf(favorite),
});

export const addFavorites = defineCall('POST /api/v1/assets/favorite-assets/', {
  summary: 'Adds one favourite asset or several',
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
