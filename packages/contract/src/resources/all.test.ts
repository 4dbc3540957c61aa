import { expect, test } from 'vitest';
import { keyOf, type ResourceDefinition } from '../resource/defineResource.ts';
import type { FieldSpec } from '../resource/fields.ts';
import { standardFields } from '../resource/standardFields.ts';
import { everyDefinition } from './all.ts';

const byKey = new Map<string, ResourceDefinition>(
  everyDefinition.map((definition) => [keyOf(definition), definition]),
);
const baseOf = (key: string): string => byKey.get(key)?.variantOf ?? key;
const fieldsOf = (definition: ResourceDefinition) => Object.entries<FieldSpec>(definition.fields);
const withoutVariants = everyDefinition.filter(({ variantOf }) => !variantOf);

type Listed = { readonly [key: string]: string };

/**
 * Expects that of each resource exactly the listed fields pass the check; a variant without a list of its own
 * uses that of its base.
 */
const expectFields = (
  listed: Listed,
  isLikeThis: (field: FieldSpec) => boolean | undefined,
  definitions: readonly ResourceDefinition[] = everyDefinition,
) => {
  const keys = definitions.map(keyOf) as string[];
  expect(Object.keys(listed).filter((key) => !keys.includes(key))).toEqual([]);
  for (const definition of definitions) {
    const names = fieldsOf(definition)
      .filter(([, field]) => isLikeThis(field))
      .map(([name]) => name);
    const key = keyOf(definition);
    expect([key, names.join(' ')]).toEqual([key, listed[key] ?? listed[baseOf(key)] ?? '']);
  }
};

/** Fields that no client reads or writes; a variant hides the same fields as its base. */
const hidden: Listed = {
  'accounts.account': 'ssh_key_fingerprint date_verified',
  'accounts.accountbackupautomation': 'is_divided',
  'accounts.accountbackupexecution': 'failures delivered',
  'accounts.accountcheckout': 'user_display failure work',
  'accounts.accounttemplate': 'ssh_key_fingerprint',
  'accounts.changesecretautomation': 'kind',
  'accounts.changesecretexecution': 'kind failures',
  'accounts.changesecretrecord':
    'kind is_kept old_secret new_secret secret_type ssh_key_change_strategy ssh_key_fingerprint failure work tries date_next is_unreached',
  'accounts.gatheraccountsexecution': 'failures',
  'accounts.gatheredaccount': 'changed_by',
  'accounts.historicalaccount': 'account',
  'accounts.integrationapplication': 'secret',
  'assets.asset': 'date_updated confirmed_place',
  'assets.favoriteasset': 'user',
  'assets.node': 'parent_key child_mark assets_amount',
  'audits.activitylog': 'resource_id detail_id datetime',
  'audits.messagelog': 'date_due carrier user text',
  'audits.operatelog': 'resource_key resource_id diff reversal',
  'audits.usersession': 'session_id',
  'authentication.accesskey': 'user secret',
  'authentication.connectiontoken': 'remote_addr session_id permission redeemed',
  'authentication.superconnectiontoken': 'session_id permission redeemed',
  'labels.label': 'display_name',
  'notifications.sitemessage': 'user content_id text sender',
  'ops.celerytask': 'is_enabled is_periodic',
  'ops.celerytaskexecution':
    'reason creator server log log_cut rows_total rows_done rows_failed result date_told',
  'ops.job': 'version',
  'ops.jobapproval': 'run job definition parameters machines files digest',
  'ops.jobexecution': 'definition failure remote_addr',
  'ops.playbook': 'vcs_key',
  'perms.accessreview': 'date_ended_before date_reminded open_for',
  'rbac.role': 'codenames',
  'settings.chatconversation': 'turns user',
  'terminal.command': 'storage',
  'terminal.commandstorage': 'secrets date_failed',
  'terminal.replaystorage': 'secrets date_failed',
  'terminal.session': 'holder commands_moved risk_moved date_alive replay_path replay_storage',
  'terminal.terminal': 'user is_deleted date_last_seen',
  'tickets.applyassetticket': 'assignees linked_session opened apply_from_rule',
  'tickets.applycommandticket': 'assignees linked_session opened apply_from_rule',
  'tickets.applyloginassetticket': 'assignees linked_session opened apply_from_rule',
  'tickets.applyloginticket': 'assignees linked_session opened apply_from_rule',
  'tickets.comment': 'type state',
  'tickets.ticket': 'assignees linked_session opened apply_from_rule',
  'users.savedfilter': 'org',
  'users.user': 'password_hash otp_secret otp_last_step file_encryption_password',
};

test('every resource hides the fields that only the server may read', () => {
  expectFields(hidden, (field) => field.hidden);
});

/** Fields that the operate log leaves out, such as secrets and values that change by themselves. */
const untold: Listed = {
  'accounts.account': 'version connectivity',
  'accounts.accountbackupexecution': 'snapshot',
  'accounts.accountcheckout': 'date_limit',
  'accounts.changesecretexecution': 'snapshot',
  'accounts.gatheraccountsexecution': 'snapshot',
  'accounts.integrationapplication': 'date_last_used',
  'assets.asset': 'connectivity gathered_info date_verified',
  'assets.node': 'key',
  'authentication.accesskey': 'date_last_used',
  'authentication.temptoken': 'secret verified date_verified',
  'ops.adhoc': 'creator',
  'ops.job': 'creator',
  'ops.jobexecution': 'creator',
  'ops.playbook': 'creator',
  'perms.accessreview': 'reviewers',
  'perms.assetpermission': 'date_last_used',
  'terminal.hostkey': 'date_last_seen',
  'tickets.ticketflow': 'org_id',
  'users.user': 'public_key is_first_login last_login date_api_key_last_used date_password_last_updated',
};

test('the operate log records what users change, but neither secrets nor fields that change by themselves', () => {
  expectFields(
    untold,
    (field) => field.noDiff && !field.hidden && !field.virtual,
    withoutVariants.filter(({ audited }) => audited !== false),
  );
});

/** Fields that are marked as required, by resource (references 02 to 06). */
const required: Listed = {
  'accounts.account': 'asset',
  'accounts.accountbackupautomation': 'name',
  'accounts.accountbackupexecution': 'plan',
  'accounts.accountcheckout': 'account asset reason',
  'accounts.accounttemplate': 'name',
  'accounts.changesecretautomation': 'name accounts secret_type secret_strategy',
  'accounts.changesecretexecution': 'automation',
  'accounts.changesecretrecord': 'asset account',
  'accounts.gatheraccountsautomation': 'name',
  'accounts.gatheraccountsexecution': 'automation',
  'accounts.gatheredaccount': 'asset username',
  'accounts.integrationapplication': 'name ip_group',
  'acls.commandfilteracl': 'name users assets accounts command_groups',
  'acls.commandgroup': 'name content',
  'acls.connectmethodacl': 'name users connect_methods',
  'acls.loginacl': 'name users rules',
  'acls.loginassetacl': 'name users assets accounts rules',
  'assets.asset': 'name address platform',
  'assets.domain': 'name',
  'assets.favoriteasset': 'asset',
  'assets.gateway': 'name address platform',
  'assets.platform': 'name category type protocols',
  'assets.playbookmethod': 'name automation types playbook',
  'audits.ftplog': 'user asset account operate filename',
  'authentication.connectiontoken': 'asset account connect_method',
  'authentication.superconnectiontoken': 'user asset account connect_method',
  'labels.label': 'name value',
  'labels.labeledresource': 'label res_type res_id',
  'ops.adhoc': 'name',
  'ops.jobexecution': 'job',
  'ops.playbook': 'name',
  'orgs.organization': 'name',
  'perms.assetpermission': 'name',
  'rbac.orgrole': 'name scope',
  'rbac.role': 'name scope',
  'rbac.rolebinding': 'user role',
  'rbac.systemrole': 'name scope',
  'settings.chatprompt': 'name content',
  'terminal.command': 'user asset account input session timestamp',
  'terminal.commandstorage': 'name type meta',
  'terminal.endpoint': 'name',
  'terminal.endpointrule': 'name',
  'terminal.hostkey': 'asset address port key_type fingerprint key',
  'terminal.replaystorage': 'name type meta',
  'terminal.session': 'user asset account account_id protocol',
  'terminal.status': 'sessions',
  'terminal.task': 'name args',
  'terminal.terminal': 'name command_storage replay_storage',
  'tickets.applyassetticket': 'title apply_date_start apply_date_expired',
  'tickets.applycommandticket': 'title',
  'tickets.applyloginassetticket': 'title',
  'tickets.applyloginticket': 'title',
  'tickets.comment': 'body',
  'tickets.ticket': 'title',
  'tickets.ticketflow': 'type approval_level rules',
  'users.savedfilter': 'name list_name place query',
  'users.user': 'name username email',
  'users.usergroup': 'name',
};

test('every resource requires the fields that clients know as required', () => {
  expectFields(required, (field) => field.required);
});

/** Fields that identify a row: they are set when it is created and cannot change later. */
const fixed: Listed = {
  'accounts.account': 'username asset',
  'accounts.gatheredaccount': 'asset',
  'assets.platform': 'category type',
  'assets.playbookmethod': 'automation',
  'ops.playbook': 'create_method',
  'rbac.role': 'scope',
  'rbac.rolebinding': 'user role org',
  'terminal.commandstorage': 'type',
  'terminal.hostkey': 'asset address port key_type fingerprint key',
  'terminal.replaystorage': 'type',
  'users.savedfilter': 'list_name place',
};

test('exported files leave out fields that only pages can use', () => {
  const left = withoutVariants.flatMap((definition) =>
    fieldsOf(definition).flatMap(([name, field]) => (field.noExport ? [`${keyOf(definition)} ${name}`] : [])),
  );
  expect(left.toSorted()).toEqual([
    'accounts.accountbackupexecution snapshot',
    'accounts.changesecretexecution snapshot',
    'accounts.gatheraccountsexecution snapshot',
    'assets.asset auto_config',
    'assets.asset gathered_info',
    'assets.asset spec_info',
    'assets.platform automation',
    'rbac.role permissions',
    'users.user avatar_url',
    'users.user is_service_account',
  ]);
});

test('the fields that identify a row cannot change after it is created', () => {
  expectFields(fixed, (field) => field.createOnly, withoutVariants);
});

test('a protocol requires a port from 0 to 65535, which may be null on an asset', () => {
  const port = (key: string) => {
    const field = byKey.get(key)?.fields.protocols;
    return field?.kind === 'nested' ? field.fields.port : undefined;
  };
  expect(port('assets.platform')).toEqual({ kind: 'integer', required: true, min: 0, max: 65_535 });
  expect(port('assets.asset')).toMatchObject({ required: true, nullable: true, min: 0, max: 65_535 });
});

test('only the server writes the standard columns, and a comment is multiline', () => {
  for (const name of ['created_by', 'updated_by', 'date_created', 'date_updated'] as const)
    expect(standardFields[name], name).toMatchObject({ readOnly: true, noDiff: true });
  expect(standardFields.date_updated.nullable).toBe(true);
  expect(standardFields.comment).toMatchObject({ multiline: true, size: 'small' });
});

/**
 * Stored fields that no client sends when it creates or changes a row: the server or other calls set them.
 */
const readOnly: Listed = {
  'accounts.account': 'version connectivity',
  'accounts.accountbackupexecution': 'name plan trigger status date_start timedelta is_success snapshot',
  'accounts.accountcheckout':
    'asset user status date_start date_expired date_limit is_extended date_returned ended_by',
  'accounts.changesecretexecution': 'name automation trigger status date_start date_finished snapshot',
  'accounts.changesecretrecord': 'execution asset account status date_finished',
  'accounts.gatheraccountsexecution': 'name automation trigger status date_start date_finished snapshot',
  'accounts.historicalaccount': 'secret secret_type version history_user history_date',
  'accounts.integrationapplication': 'date_last_used',
  'accounts.integrationlog': 'application application_name remote_addr asset account result datetime',
  'accounts.virtualaccount': 'alias',
  'acls.connectmethodacl': 'org_id',
  'acls.loginacl': 'org_id',
  'assets.asset': 'category type connectivity date_verified',
  'assets.node': 'key',
  'assets.platform': 'internal',
  'audits.activitylog': 'r_type content',
  'audits.ftplog': 'date_start',
  'audits.joblog':
    'creator_name material job_type is_finished is_success time_cost task_id date_start date_finished',
  'audits.messagelog': 'message_type receiver backend state attempts error date_sent',
  'audits.operatelog': 'user action resource remote_addr datetime',
  'audits.passwordchangelog': 'user change_by remote_addr datetime',
  'audits.userloginlog': 'username type ip city user_agent mfa reason rule detail backend status datetime',
  'audits.usersession': 'user type ip city user_agent backend date_expired',
  'authentication.accesskey': 'date_last_used',
  'authentication.connectiontoken': 'value user actions user_display asset_display from_ticket date_expired',
  'authentication.temptoken': 'username secret verified date_verified date_expired',
  'notifications.sitemessage': 'has_read read_at',
  'ops.adhoc': 'creator',
  'ops.celerytask': 'name',
  'ops.celerytaskexecution':
    'name kwargs state attempt progress error created_by date_published date_start date_finished',
  'ops.job': 'creator',
  'ops.jobapproval':
    'material status applicant is_standing machines_amount decided_by date_decided date_expired',
  'ops.jobexecution': 'creator job_type material status date_start date_finished',
  'ops.playbook': 'creator vcs_commit date_fetched vcs_public_key',
  'perms.accessreview':
    'name permission status date_last_used users_amount assets_amount reviewers decided_by date_decided date_ends',
  'perms.assetpermission': 'from_ticket date_last_used',
  'rbac.role': 'builtin',
  'rbac.rolebinding': 'scope',
  'settings.chatconversation': 'title',
  'settings.chatprompt': 'builtin',
  'terminal.hostkey': 'accepted_by date_accepted date_last_seen',
  'terminal.session': 'terminal command_amount is_locked has_token',
  'terminal.status': 'terminal',
  'terminal.terminal': 'type remote_addr playbooks',
  'tickets.comment': 'ticket user user_display',
  'tickets.ticket': 'serial_num type state status applicant approval_step process_map rel_snapshot org_id',
  'tickets.ticketflow': 'org_id',
  'users.savedfilter': 'user',
  'users.user':
    'wecom_id dingtalk_id feishu_id lark_id slack_id is_service_account is_first_login date_joined last_login date_api_key_last_used date_password_last_updated',
};

test('every resource declares the fields that only the server writes as read-only', () => {
  expectFields(
    readOnly,
    (field) => field.readOnly && field.kind !== 'computed' && field.kind !== 'amount',
    withoutVariants,
  );
});
