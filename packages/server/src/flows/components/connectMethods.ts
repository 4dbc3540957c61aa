/** Ways to connect that this installation really serves. */
export const connectMethods = [
  {
    component: 'koko',
    type: 'web',
    endpoint_protocol: 'http',
    value: 'web_cli',
    label: 'Web CLI',
  },
] as const;

/**
 * Ways to connect that a token may request: more than ours, as registered components of the reference may
 * serve others.
 */
export const connectMethodValues: ReadonlySet<string> = new Set([
  'web_cli',
  'web_gui',
  'web_sftp',
  'ssh_client',
  'ssh_guide',
  'sftp_client',
  'db_client',
  'db_guide',
  'mstsc',
]);
