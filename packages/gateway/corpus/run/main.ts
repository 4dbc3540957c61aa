import { parseArgs } from 'node:util';
import { casesOf, type Extent, type Measured, measureCases } from './measure.ts';
import { figureLine, figuresOf, missesOf, missLine, tableOf } from './report.ts';

/* npm run gate:corpus -- --part ways --only keys/history --shell bash --every 10 --parallel 16 --screens --bare */

const { values } = parseArgs({
  options: {
    part: { type: 'string', default: 'all' },
    only: { type: 'string', multiple: true, default: [] },
    shell: { type: 'string', multiple: true, default: [] },
    every: { type: 'string', default: '1' },
    parallel: { type: 'string', default: '16' },
    'one-shell': { type: 'boolean', default: false },
    bare: { type: 'boolean', default: false },
    screens: { type: 'boolean', default: false },
  },
});

const extent: Extent = {
  part: values.part === 'ways' || values.part === 'harmless' ? values.part : 'all',
  only: values.only,
  shells: values.shell,
  every: Number(values.every),
  isOneShell: values['one-shell'],
  parallel: Number(values.parallel),
  isBare: values.bare,
};
// The OpenSSH server ends with the process.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const cases = casesOf(extent);
const measured: Measured[] = [];
const began = Date.now();
await measureCases(cases, extent, (one) => {
  measured.push(one);
  for (const miss of missesOf([one])) console.log(missLine(miss, values.screens));
  if (measured.length % 100 === 0) console.error(`${measured.length} of ${cases.length}`);
});
console.log(tableOf(measured));
console.log(`${figureLine(figuresOf(measured))}; ${Math.round((Date.now() - began) / 1_000)} s`);
process.exit(0);
