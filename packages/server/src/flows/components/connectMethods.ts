/** Ways to connect. Only what this installation can really serve. */
export const connectMethods = [
  {
    component: 'koko',
    type: 'web',
    endpoint_protocol: 'http',
    value: 'web_cli',
    label: 'Web CLI',
  },
] as const;

/** Ways a token may be asked for: a component of the reference that registers here serves more than our own do. */
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
