import { globSync } from 'node:fs';
import { sep } from 'node:path';
import ts from 'typescript';
import type { Sources } from './sources.ts';
import { isSqlTag } from './sqlTypes.ts';

const source = 'packages/server/src/';
/** Path of the file that declares the tables that belong to no resource. */
const declaration = 'packages/server/src/platform/systemTables.ts';

/**
 * Tables without a resource, or whose resource has no code of its own, with the folder or file that owns
 * them.
 */
const declared: Readonly<Record<string, string>> = {
  accounts_historicalaccount: 'resources/accounts/account',
  assets_nodedelta: 'resources/assets/node',
  assets_platformtotal: 'flows/assetTree/platformTotals',
  audits_activitylog: 'flows/audit',
  audits_outbox: 'flows/auditStream',
  audits_stream: 'flows/auditStream',
  audits_usersession: 'resources/users/user',
  authentication_connectiontoken: 'flows/connect',
  gatehouse_migration: 'platform/migrate',
  labels_label: 'engine/fields/labels',
  labels_labeledresource: 'engine/fields/labels',
  notifications_delivery: 'flows/notifications',
  notifications_systemmsgsubscription: 'flows/notifications',
  // The job port keeps its runs in the table of the resource that shows them.
  ops_celerytaskexecution: 'platform/jobs',
  ops_machinetarget: 'flows/machineWork',
  ops_machinework: 'flows/machineWork',
  ops_playbookfile: 'resources/ops/playbook',
  ops_upload: 'flows/fileTransfer',
  settings_chatconversation: 'flows/chat',
  settings_chatprompt: 'flows/chat',
  settings_proposal: 'flows/settings/proposals',
  settings_setting: 'platform/settings',
  system_bucket: 'platform/limits',
  system_cache: 'platform/cache',
  system_job: 'platform/jobs',
  system_plan: 'platform/jobs',
  system_schedule: 'platform/jobs',
  system_session: 'resources/users/user',
  system_token: 'resources/users/user',
  system_worker: 'platform/jobs',
  terminal_formerkey: 'resources/terminal/terminal',
  terminal_gateway: 'flows/components',
  terminal_replaymove: 'flows/storages',
  terminal_status: 'resources/terminal/terminal',
  tickets_number: 'flows/tickets',
  users_identity: 'resources/users/user',
  users_preference: 'resources/users/user',
  users_userpasswordhistory: 'resources/users/user',
};

/** The owner of each table: the folder or file of its resource, or the declared one. */
export const ownersOf = (root: string, tables: readonly string[]): Map<string, string> => {
  const paths = globSync('packages/contract/src/resources/*/*.ts', { cwd: root });
  const resources = new Map<string, string>();
  for (const path of paths) {
    const [app = '', file = ''] = path.split(sep).slice(-2);
    const name = file.replace(/\.ts$/, '');
    if (!name.includes('.')) resources.set(`${app}_${name}`, `resources/${app}/${name}`);
  }
  return new Map(
    tables.flatMap((table): [string, string][] => {
      const declaredOwner = declared[table];
      if (declaredOwner) return [[table, source + declaredOwner]];
      // A join table is named after its resource and its field.
      const [, path] =
        [...resources]
          .filter(([name]) => table === name || table.startsWith(`${name}_`))
          .toSorted(([a], [b]) => b.length - a.length)[0] ?? [];
      return path ? [[table, source + path]] : [];
    }),
  );
};

/** A place that names a table it does not own. */
type Stranger = { path: string; line: number; table: string; owner: string };

const textsOf = (node: ts.Node): ts.Node[] => {
  if (!ts.isTaggedTemplateExpression(node) || !isSqlTag(node.tag)) return [];
  const { template } = node;
  return ts.isNoSubstitutionTemplateLiteral(template)
    ? [template]
    : [template.head, ...template.templateSpans.map(({ literal }) => literal)];
};

const findStrangers = ({ files, pathOf }: Sources, owners: ReadonlyMap<string, string>): Stranger[] => {
  const strangers: Stranger[] = [];
  const note = (node: ts.Node, table: string, at: number): void => {
    const owner = owners.get(table);
    const path = pathOf(node);
    const isOwn = owner && (path.startsWith(`${owner}/`) || path === `${owner}.ts`);
    if (owner === undefined || isOwn) return;
    const { line } = node.getSourceFile().getLineAndCharacterOfPosition(at);
    strangers.push({ path, line: line + 1, table, owner });
  };
  const visit = (node: ts.Node): void => {
    for (const part of textsOf(node))
      for (const match of part.getText().matchAll(/\b[a-z]+_[a-z_]+\b/g))
        note(part, match[0], part.getStart() + match.index);
    if (ts.isStringLiteral(node)) note(node, node.text, node.getStart());
    ts.forEachChild(node, visit);
  };
  for (const file of files) if (pathOf(file) !== declaration) visit(file);
  return strangers;
};

/** Complaints about tables that are named outside the place that owns them. */
export const strangerProblems = (sources: Sources, owners: ReadonlyMap<string, string>): string[] =>
  findStrangers(sources, owners).map(
    ({ path, line, table, owner }) => `${path}:${line} names the table ${table}, which belongs to ${owner}`,
  );
