import { gzipSync } from 'node:zlib';

/** A command of a past session with its output. */
export type Step = { input: string; output: string; risk?: 4 };

const green = (text: string) => `\u001b[32m${text}\u001b[0m`;

/** Past sessions as scripts. */
export const scripts: readonly (readonly Step[])[] = [
  [
    {
      input: 'df -h / /srv',
      output:
        'Filesystem      Size  Used Avail Use% Mounted on\r\n/dev/sda1        40G   18G   21G  47% /\r\n/dev/sdb1       200G  171G   20G  90% /srv',
    },
    { input: 'cd /srv/erp && ls', output: 'current  releases  shared  erp.env  rollback.sh' },
    {
      input: 'systemctl status erp-worker --no-pager',
      output: `${green('●')} erp-worker.service - ERP worker\r\n     Active: ${green('active (running)')} since Mon 02:04:51; 1 week 1 day ago`,
    },
    { input: 'exit', output: 'logout' },
  ],
  [
    { input: 'sudo -i', output: '', risk: 4 },
    {
      input: 'nginx -t',
      output:
        'nginx: the configuration file /etc/nginx/nginx.conf syntax is ok\r\nnginx: configuration file /etc/nginx/nginx.conf test is successful',
    },
    { input: 'systemctl reload nginx', output: '' },
    {
      input: 'tail -n 2 /var/log/nginx/error.log',
      output:
        '[warn] 918#918: upstream response is buffered to a temporary file\r\n[error] 918#918: connect() failed (111: Connection refused)',
    },
    { input: 'exit', output: 'logout' },
  ],
  [
    { input: 'uptime', output: ' 13:58:02 up 41 days,  4:12,  2 users,  load average: 0.18, 0.22, 0.20' },
    {
      input: 'free -m',
      output: '               total        used        free\r\nMem:           32061        9120       18233',
    },
    { input: 'journalctl -p err --since today | wc -l', output: '0' },
  ],
];

/** A recording (asciicast v2, gzipped) of a script, with the time of each command in milliseconds. */
export const record = (
  steps: readonly Step[],
  prompt: string,
  startedAt: Date,
): { cast: Buffer; moments: number[]; seconds: number } => {
  const lines = [
    JSON.stringify({ version: 2, width: 120, height: 32, timestamp: Math.floor(startedAt.getTime() / 1000) }),
  ];
  const moments: number[] = [];
  let at = 0.4;
  const show = (text: string, pause: number) => {
    lines.push(JSON.stringify([Number(at.toFixed(3)), 'o', text]));
    at += pause;
  };
  show(`Last login: from 10.2.14.90\r\n${prompt}`, 1.2);
  for (const { input, output } of steps) {
    for (const char of input) show(char, 0.07);
    moments.push(Math.round(at * 1000));
    show('\r\n', 0.15);
    if (output) show(`${output}\r\n`, 0.6);
    show(prompt, 1.4 + (input.length % 5));
  }
  return { cast: gzipSync(`${lines.join('\n')}\n`), moments, seconds: Math.ceil(at) };
};
