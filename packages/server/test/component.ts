import { randomUUID } from 'node:crypto';
import { builtinRoles, permissionsOfBuiltinRole } from '@gatehouse/contract/permissions/builtinRoles.ts';
import { DEFAULT_ORG_ID, ROOT_ORG_ID } from '@gatehouse/contract/wire/organizations.ts';
import type { startApi } from './api.ts';

type Api = Awaited<ReturnType<typeof startApi>>;

/** Adds the role of components, which a database without a first start lacks. */
const haveRole = ({ pool }: Api) =>
  pool.query(
    `insert into rbac_role (id, name, scope, codenames, builtin, created_by, updated_by, comment)
     values ($1, $2, 'system', '[]', true, 'System', 'System', '') on conflict do nothing`,
    [builtinRoles.systemComponent.id, builtinRoles.systemComponent.name],
  );

/** A session as a component reports its start. */
export const sessionFacts = (id: string, facts: object = {}) => ({
  id,
  org_id: DEFAULT_ORG_ID,
  user: 'ANN(ann)',
  user_id: randomUUID(),
  asset: 'web-1(10.0.0.1)',
  asset_id: randomUUID(),
  account: 'root(root)',
  account_id: randomUUID(),
  protocol: 'ssh',
  login_from: 'WT',
  remote_addr: '10.1.1.1',
  ...facts,
});

/**
 * Registers a component over the wire and returns its calls; `permissions` are added to those of its role.
 */
export const registerComponent = async (api: Api, name: string, permissions: readonly string[] = []) => {
  await haveRole(api);
  const made = await api
    .as({ anonymous: true })
    .post(
      '/api/v1/terminal/terminal-registrations/',
      { name, type: 'koko', comment: '' },
      { authorization: 'BootstrapToken bootstrap-token-for-tests' },
    );
  if (made.status !== 201) throw new Error(made.text);
  const { id } = (made.json as { service_account: { id: string } }).service_account;
  const component = api.as({
    id,
    username: name,
    serviceAccount: true,
    org: ROOT_ORG_ID,
    permissions: [...permissionsOfBuiltinRole(builtinRoles.systemComponent), ...permissions],
  });
  /** Reports the start of a session. */
  const session = async (facts: object = {}): Promise<string> => {
    const id = randomUUID();
    const begun = await component.post('/api/v1/terminal/sessions/', sessionFacts(id, facts));
    if (begun.status !== 201) throw new Error(begun.text);
    return id;
  };
  return { ...component, id, session };
};
