import { AppError } from '@gatehouse/contract/errors.ts';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import { sql } from 'drizzle-orm';
import { addRoute, type HttpPorts } from '../../engine/http.ts';

const url = '/api/v1/orgs/orgs/';

/** Served here instead of by the engine. */
export const replacedByOrganization = [`DELETE ${url}`];

/** Organizations are deleted one by one, with a look at what each still holds. */
export const refuseBulkDelete = (ports: HttpPorts): void =>
  addRoute(ports, {
    method: 'DELETE',
    url,
    need: 'orgs.delete_organization',
    handle: async () => {
      throw new AppError('bulk_delete_refused');
    },
  });

/** `orgs/orgs/current/`: the organization this very request works in. */
export const addCurrentOrganization = (ports: HttpPorts): void =>
  addRoute(ports, {
    method: 'GET',
    url: `${url}current/`,
    need: 'validUser',
    handle: async (ctx) => {
      const { id, name } = ctx.org;
      const rows = await ctx.db.rows<{ comment: string }>(
        sql`select comment from orgs_organization where id = ${id}`,
      );
      return {
        body: {
          id,
          name,
          is_default: id === DEFAULT_ORG_ID,
          is_root: id === ROOT_ORG_ID,
          comment: rows[0]?.comment ?? '',
        },
      };
    },
  });
