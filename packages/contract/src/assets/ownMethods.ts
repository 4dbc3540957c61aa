import type { AutomationKind, MethodParam } from './automationMethods.ts';
import type { AssetType } from './categories.ts';

/** What methods can do that administrators write as playbooks: what they gather could not be read. */
export const ownMethodKinds = [
  'ping',
  'verify_account',
  'change_secret',
  'push_account',
] as const satisfies readonly AutomationKind[];

/** Types whose assets a playbook reaches over SSH. */
export const ownMethodTypes = [
  'linux',
  'unix',
  'general',
  'switch',
  'router',
  'firewall',
] as const satisfies readonly AssetType[];

/** Longest playbook of a method, in characters: it goes to a runner with each target. */
export const MOST_PLAYBOOK = 65_536;

/** A method that an administrator has written. */
export type OwnMethod = {
  id: string;
  name: string;
  kind: (typeof ownMethodKinds)[number];
  types: readonly string[];
  params: readonly OwnParam[];
};

/** A parameter of its declared form. */
export type OwnParam = MethodParam & { type: 'str'; default: string; label: string; help: string };

const prefix = 'playbook_';

/** How platforms name a method that an administrator has written. */
export const ownMethodId = (row: number): string => `${prefix}${row}`;

/** The row of a method that an administrator has written; undefined: it is another method. */
export const rowOfOwnMethod = (method: unknown): number | undefined => {
  const [, digits] = /^playbook_(\d{1,9})$/.exec(String(method)) ?? [];
  return digits === undefined ? undefined : Number(digits);
};
