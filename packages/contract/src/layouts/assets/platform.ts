import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { platform } from '../../resources/assets/platform.ts';

/** Platforms of the category whose tab is open. */
export const platformList: ListModeOf<typeof platform> = {
  abilities: true,
  exclude: ['automation'],
  searchExclude: ['category'],
  without: ['moreActions'],
};

/** The facts on the page of a platform; cards show others. */
export const platformDetail: DetailLayoutOf<typeof platform> = {
  order: [
    'name',
    'id',
    'category',
    'type',
    'charset',
    'internal',
    'domain_enabled',
    'su_enabled',
    'su_method',
    'created_by',
    'updated_by',
    'date_created',
    'date_updated',
    'comment',
  ],
  exclude: ['protocols', 'automation', 'custom_fields'],
};
