import type { RouteMeta } from '../../platform/route/RouteMeta.ts';

const hidden = { view: 'console', action: 'retrieve', level: 0, hidden: true, permission: '' } as const;

/** Addresses of older versions and of server-made links; shown in no menu. */
export const legacyRoutes: RouteMeta[] = [
  { ...hidden, name: 'CeleryTaskLog', path: '/ops/celery/task/:id/log', app: 'ops', resource: 'celery' },
  { ...hidden, name: 'AnsibleTaskLog', path: '/ops/ansible/task/:id/log', app: 'ops', resource: 'ansible' },
  { ...hidden, name: 'TaskLog', path: '/ops/task/task/:id/log', app: 'ops', resource: 'task' },
  { ...hidden, name: 'ChatAi', path: '/chat/chat-ai', app: 'chat', resource: 'chat-ai', action: 'list' },
];
