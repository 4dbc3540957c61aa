import { AppError, fieldError } from '@gatehouse/contract/errors.ts';
import type { endpoint } from '@gatehouse/contract/resources/terminal/endpoint.ts';
import { DEFAULT_ENDPOINT_ID } from '@gatehouse/contract/wire/endpoints.ts';
import type { Behaviour, Row } from '../../../engine/resource.ts';

const isDefault = ({ id }: Row<typeof endpoint>): boolean => id === DEFAULT_ENDPOINT_ID;

/**
 * Endpoints: the default one stays, and its host is always that of the request. Nothing listens for Oracle
 * clients here, so no endpoint has ports for them.
 */
export const endpointBehaviour = (): Behaviour<typeof endpoint> => ({
  computed: {
    oracle_port: (rows) => rows.map(() => 0),
    oracle_port_range: (rows) => rows.map(() => ''),
  },
  beforeWrite: ({ before, values }) => {
    if (before && isDefault(before) && values.host) throw fieldError('host', 'endpoint_host_fixed');
    return undefined;
  },
  refusals: {
    destroy: [
      (rows) =>
        rows.map((row) =>
          isDefault(row)
            ? new AppError('permission_denied', {}, { messageKey: 'endpoint_is_default' })
            : undefined,
        ),
    ],
  },
});
