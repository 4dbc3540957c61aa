import type { RuleVerdict } from '@gatehouse/contract/policy/decisions.ts';
import type { StatusKind } from '../../../theme/icon/Glyph.tsx';
import type { RuleKind } from '../RuleSentence.tsx';

/** How the decisions of each kind of rule are counted, and the permissions that this needs. */
export const decidedKinds = {
  commandfilteracl: {
    call: 'GET /api/v1/acls/command-filter-acls/:id/decisions/',
    needs: ['acls.view_commandfilteracl', 'terminal.view_command'],
    ticket: 'command_confirm',
  },
  loginacl: {
    call: 'GET /api/v1/acls/login-acls/:id/decisions/',
    needs: ['acls.view_loginacl', 'audits.view_userloginlog'],
    ticket: 'login_confirm',
  },
  loginassetacl: {
    call: 'GET /api/v1/acls/login-asset-acls/:id/decisions/',
    needs: ['acls.view_loginassetacl', 'audits.view_operatelog'],
    ticket: 'login_asset_confirm',
  },
  connectmethodacl: {
    call: 'GET /api/v1/acls/connect-method-acls/:id/decisions/',
    needs: ['acls.view_connectmethodacl', 'audits.view_operatelog'],
    // It holds nothing for a reviewer.
    ticket: undefined,
  },
} as const satisfies Record<RuleKind, object>;

/** A rule whose decisions are shown; the login log knows it by its name. */
export type DecidedRule = { kind: RuleKind; id: string; name: string };

/** How verdicts look (design language §3). */
export const verdictKinds: Record<RuleVerdict, StatusKind> = {
  reject: 'bad',
  accept: 'ok',
  notice: 'warn',
  warning: 'warn',
  approved: 'ok',
  refused: 'bad',
  pending: 'wait',
  closed: 'off',
};

const states: Partial<Record<RuleVerdict, string>> = {
  approved: 'approved',
  refused: 'rejected',
  pending: 'pending',
  closed: 'closed',
};

/** The risk with which commands are recorded, by verdict; what waits is not recorded yet. */
const risks: Partial<Record<RuleVerdict, string>> = {
  accept: '0',
  warning: '4',
  reject: '5',
  refused: '6',
  approved: '7',
  closed: '8',
};

type ListTarget = { name: string; query: Record<string, string> };

/** The list of what a verdict was about. */
export const listOfVerdict = (
  { kind, id, name }: DecidedRule,
  verdict: RuleVerdict,
): ListTarget | undefined => {
  const risk_level = risks[verdict];
  if (kind === 'commandfilteracl' && risk_level)
    return { name: 'CommandList', query: { cmd_filter_acl: id, risk_level } };
  const [type, state] = [decidedKinds[kind].ticket, states[verdict]];
  if (state) return type && { name: 'AssignedTicketList', query: { type, state } };
  if (kind === 'loginacl')
    return { name: 'LoginLogList', query: { rule: name, status: String(verdict === 'accept') } };
  return { name: 'OperateLogList', query: { resource_id: id, action: verdict } };
};
