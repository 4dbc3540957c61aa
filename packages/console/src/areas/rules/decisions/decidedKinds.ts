import type { RuleVerdict } from '@gatehouse/contract/policy/decisions.ts';
import type { StatusKind } from '../../../theme/icon/Glyph.tsx';

/** Kinds of rules whose decisions are recorded: how they are counted, and the permissions that this needs. */
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
} as const;

/** A kind of rule whose decisions are recorded. */
export type DecidedKind = keyof typeof decidedKinds;

/** Whether decisions of this kind of rule are recorded. */
export const isDecided = (kind: string): kind is DecidedKind => kind in decidedKinds;

/** How verdicts look (design language §3). */
export const verdictKinds: Record<RuleVerdict, StatusKind> = {
  reject: 'bad',
  accept: 'ok',
  warning: 'warn',
  approved: 'ok',
  refused: 'bad',
  pending: 'wait',
  closed: 'off',
};

const states = { approved: 'approved', refused: 'rejected', pending: 'pending', closed: 'closed' } as const;

/** The list of what a verdict was about. */
export const listOfVerdict = (
  kind: DecidedKind,
  verdict: RuleVerdict,
): { name: string; query: Record<string, string> } | undefined => {
  if (verdict in states) {
    const state = states[verdict as keyof typeof states];
    return { name: 'AssignedTicketList', query: { type: decidedKinds[kind].ticket, state } };
  }
  if (kind === 'loginacl') return { name: 'LoginLogList', query: { status: 'false' } };
  return kind === 'loginassetacl' ? { name: 'OperateLogList', query: { action: verdict } } : undefined;
};
