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
