import type { DetailLayoutOf } from '../../console/ListMode.ts';
import type { domain } from '../../resources/assets/domain.ts';

/** The facts of a zone; its tabs show the rest. */
export const domainDetail: DetailLayoutOf<typeof domain> = {
  order: ['name', 'id', 'created_by', 'date_created', 'comment'],
  exclude: ['assets', 'gateways', 'org_name'],
};
