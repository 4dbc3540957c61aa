import type { DetailLayoutOf } from '../../console/ListMode.ts';
import type { domain } from '../../resources/assets/domain.ts';

/** The facts on the page of a zone; tabs show its assets and gateway assets. */
export const domainDetail: DetailLayoutOf<typeof domain> = {
  order: ['name', 'id', 'created_by', 'date_created', 'comment'],
  exclude: ['assets', 'gateways', 'org_name'],
};
