import type { ListModeOf } from '../../console/ListMode.ts';
import type { labeledresource } from '../../resources/labels/labeledresource.ts';

/** Resources that carry one label. */
export const resourcesOfLabel: ListModeOf<typeof labeledresource> = {
  columns: ['resource', 'res_type'],
  fixed: ['resource'],
  without: ['selection', 'import', 'export'],
  rowName: 'resource',
};
