import { expect, test } from 'vitest';
import { listOfVerdict } from './decidedKinds.ts';

const rule = { id: 'f1', name: 'Nights' };

test.each([
  ['commandfilteracl', 'reject', 'CommandList', { cmd_filter_acl: 'f1', risk_level: '5' }],
  ['commandfilteracl', 'accept', 'CommandList', { cmd_filter_acl: 'f1', risk_level: '0' }],
  ['commandfilteracl', 'approved', 'CommandList', { cmd_filter_acl: 'f1', risk_level: '7' }],
  ['commandfilteracl', 'pending', 'AssignedTicketList', { type: 'command_confirm', state: 'pending' }],
  ['loginacl', 'accept', 'LoginLogList', { rule: 'Nights', status: 'true' }],
  ['loginacl', 'refused', 'AssignedTicketList', { type: 'login_confirm', state: 'rejected' }],
  ['loginassetacl', 'notice', 'OperateLogList', { resource_id: 'f1', action: 'notice' }],
  ['connectmethodacl', 'reject', 'OperateLogList', { resource_id: 'f1', action: 'reject' }],
] as const)('what a rule of kind %s decided as %s is found in %s', (kind, verdict, name, query) => {
  expect(listOfVerdict({ kind, ...rule }, verdict)).toEqual({ name, query });
});
