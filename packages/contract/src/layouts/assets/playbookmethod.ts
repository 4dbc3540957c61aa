import type { DetailLayoutOf, ListModeOf } from '../../console/ListMode.ts';
import type { playbookmethod } from '../../resources/assets/playbookmethod.ts';

/** The methods that administrators have written. */
export const playbookMethodList: ListModeOf<typeof playbookmethod> = {
  abilities: true,
  exclude: ['playbook', 'params'],
  without: ['moreActions', 'selection', 'labels', 'import', 'export'],
};

/** The facts on the page of a method. */
export const playbookMethodDetail: DetailLayoutOf<typeof playbookmethod> = {
  order: [
    'name',
    'automation',
    'types',
    'params',
    'comment',
    'created_by',
    'updated_by',
    'date_created',
    'date_updated',
  ],
  exclude: ['id', 'playbook'],
};
