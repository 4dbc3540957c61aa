import type { ListModeOf } from '../../console/ListMode.ts';
import type { accounttemplate } from '../../resources/accounts/accounttemplate.ts';

/** Templates to choose from. */
export const templatePicker: ListModeOf<typeof accounttemplate> = {
  columns: ['name', 'username', 'secret_type', 'has_secret', 'comment'],
  fixed: ['name', 'username'],
  without: ['moreActions', 'import', 'export'],
};
