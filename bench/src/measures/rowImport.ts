import type { Installation } from '../installation.ts';
import type { Measure } from '../report.ts';

const rows = 10_000;
const perRequest = 1_000;

type Result = { count: number; failed: number };

/**
 * Times an import of hosts as in the console's fast mode, but in requests of a thousand rows; fails if a row
 * is not imported.
 */
export const measureImport = async ({ admin }: Installation, rounds: number): Promise<Measure[]> => {
  const values: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const started = performance.now();
    for (let from = 0; from < rows; from += perRequest) {
      const answer = await admin.call<Result>('POST', '/api/v1/assets/hosts/batch-import/', {
        action: 'create',
        rows: Array.from({ length: perRequest }, (_, at) => ({
          name: `import-${round}-${from + at}`,
          address: `10.${round}.${Math.floor((from + at) / 250)}.${1 + (at % 250)}`,
          platform: 1,
          protocols: [
            { name: 'ssh', port: 22 },
            { name: 'sftp', port: 22 },
          ],
          nodes_display: [`/DEFAULT/Import ${round}/Rack ${Math.floor(from / perRequest)}`],
        })),
      });
      if (answer.body?.count !== perRequest || answer.body.failed > 0)
        throw new Error(`${answer.status} ${answer.text.slice(0, 600)}`);
    }
    values.push((performance.now() - started) / 1000);
  }
  return [{ what: 'import of 10,000 hosts', unit: 's', values, budget: { max: 15 } }];
};
