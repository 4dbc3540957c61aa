import {
  numberOf,
  permissionName,
  permissions,
  permissionsOfScope,
} from '@gatehouse/contract/permissions/catalogue.ts';
import { modelLabel, type PermissionText, permissionLabel } from '@gatehouse/contract/permissions/labels.ts';
import { licensedPermissions } from '@gatehouse/contract/permissions/licensed.ts';
import type { Permission, PermissionScope } from '@gatehouse/contract/permissions/permission.ts';
import {
  type PermissionBranch,
  permissionsUnderModel,
  permissionTree,
} from '@gatehouse/contract/permissions/tree.ts';

/** A node of the tree in the console (reference 02 §4.4). */
export type PermissionNode = {
  id: string;
  name: string;
  title: string;
  pId: string;
  parentInfo: string;
  isParent: boolean;
  open: boolean;
  iconSkin: string;
  nocheck: boolean;
  checked: boolean | null;
  halfCheck: boolean;
  chkDisabled: boolean;
  meta: { type: string };
};

/** Which permissions a tree shows, which are checked, and whether they can be changed. */
export type PermissionChoice = {
  scope: PermissionScope;
  held: ReadonlySet<string>;
  isFixed: boolean;
  hasLicence: boolean;
};

type Made = { nodes: PermissionNode[]; total: number; checked: number };

const byName = new Map(permissions.map((permission) => [permissionName(permission), permission]));
const verbOrder = ['view', 'add', 'change', 'delete'];
const icons = new Set([...verbOrder, 'invite', 'match', 'remove']);
const verbOf = (permission: Permission) => permission.codename.split('_')[0] ?? '';
const rank = (permission: Permission) => {
  const found = verbOrder.indexOf(verbOf(permission));
  return found < 0 ? verbOrder.length : found;
};
const byResource = (a: Permission, b: Permission) =>
  a.model.localeCompare(b.model) || rank(a) - rank(b) || a.codename.localeCompare(b.codename);

/** Permissions that can be granted in a scope; those of licensed features only with a licence. */
export const offeredPermissions = (scope: PermissionScope, hasLicence: boolean): Permission[] =>
  permissionsOfScope(scope).filter(
    (permission) => hasLicence || !licensedPermissions.has(permissionName(permission)),
  );

type Parent = { id: string; label: string; pId: string; type: string };

const leafOf = (
  permission: Permission,
  pId: string,
  choice: PermissionChoice,
  text: PermissionText,
): Made => {
  const name = permissionName(permission);
  const isHeld = choice.held.has(name);
  const verb = verbOf(permission);
  const node: PermissionNode = {
    id: String(numberOf(name)),
    name: `${permissionLabel(permission, text)} (${isHeld ? 1 : 0}/1)`,
    title: name,
    pId,
    parentInfo: '',
    isParent: false,
    open: false,
    iconSkin: icons.has(verb) ? verb : 'file',
    nocheck: false,
    checked: isHeld,
    halfCheck: false,
    chkDisabled: choice.isFixed,
    meta: { type: 'perm' },
  };
  return { nodes: [node], total: 1, checked: isHeld ? 1 : 0 };
};

/** A parent node followed by its parts; nothing when the parts are empty. */
const parentOf = (parent: Parent, made: Made[], choice: PermissionChoice): Made => {
  const total = made.reduce((sum, made) => sum + made.total, 0);
  const checked = made.reduce((sum, made) => sum + made.checked, 0);
  if (total === 0) return { nodes: [], total: 0, checked: 0 };
  const node: PermissionNode = {
    id: parent.id,
    name: `${parent.label} (${checked}/${total})`,
    title: parent.label,
    pId: parent.pId,
    parentInfo: '',
    isParent: true,
    open: parent.type === 'root' || parent.type === 'view',
    iconSkin: '',
    nocheck: false,
    checked: checked > 0 ? true : null,
    halfCheck: checked > 0 && checked < total,
    chkDisabled: choice.isFixed,
    meta: { type: parent.type },
  };
  return { nodes: [node, ...made.flatMap((made) => made.nodes)], total, checked };
};

/** The whole tree of a scope, flat, parents before their children. */
export const permissionNodes = (choice: PermissionChoice, text: PermissionText): PermissionNode[] => {
  const offered = new Set(offeredPermissions(choice.scope, choice.hasLicence).map(permissionName));
  const leaves = (names: readonly string[], pId: string): Made[] =>
    names
      .filter((name) => offered.has(name))
      .map((name) => byName.get(name) as Permission)
      .sort(byResource)
      .map((permission) => leafOf(permission, pId, choice, text));
  const model = (key: string, pId: string): Made =>
    parentOf(
      { id: key, label: modelLabel(key, text), pId, type: 'model' },
      leaves(permissionsUnderModel(key), key),
      choice,
    );
  const branch = (branchNode: PermissionBranch, pId: string): Made =>
    parentOf(
      {
        id: branchNode.id,
        label: text(`branches.${branchNode.id}`) ?? branchNode.id,
        pId,
        type: branchNode.type,
      },
      [
        ...leaves(branchNode.permissions ?? [], branchNode.id),
        ...(branchNode.models ?? []).map((key) => model(key, branchNode.id)),
        ...(branchNode.children ?? []).map((child) => branch(child, branchNode.id)),
      ],
      choice,
    );
  const root = { id: '$ROOT$', label: text('branches.all') ?? '$ROOT$', pId: '', type: 'root' };
  return parentOf(
    root,
    permissionTree.map((view) => branch(view, root.id)),
    choice,
  ).nodes;
};
