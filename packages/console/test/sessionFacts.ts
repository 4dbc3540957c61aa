import type { SessionFacts } from '@gatehouse/contract/wire/gateway.ts';

/** Session facts as the gateway sends them. */
export const sessionFacts = (over: Partial<SessionFacts> = {}): SessionFacts => ({
  session_id: 's-web',
  user: 'Ann Lee(ann)',
  asset: { id: 'web', name: 'web', address: '10.0.0.5' },
  account: { name: 'Deploy', username: 'deploy' },
  protocol: 'ssh',
  charset: 'utf-8',
  org_id: 'o',
  actions: ['connect', 'copy', 'paste'],
  gateway: '',
  host_key_fingerprint: 'SHA256:x',
  recorded: true,
  date_start: '2026-05-20T10:00:00Z',
  date_max: '2026-05-21T10:00:00Z',
  date_permission_expired: null,
  idle_minutes: 30,
  resume_window_seconds: 60,
  is_locked: false,
  watchers: [],
  connect_options: {},
  ...over,
});
