import { archive, workbook } from '../archive.ts';
import { type Attack, judge } from '../attack.ts';
import { watch } from '../watch.ts';

const importing = '/api/v1/assets/domains/render-to-json/';
const flood = 50;
/** How long any one file, and any other request meanwhile, may take. */
const patienceSeconds = 45;
const aliveSeconds = 5;

const cell = (row: number, address: string) => `<row r="${row}"><c r="${address}"><v>1</v></c></row>`;
const lol = '<!DOCTYPE a [<!ENTITY b "lol"><!ENTITY c "&b;&b;&b;&b;">]><workbook>&c;</workbook>';
const hostile: Record<string, Buffer<ArrayBuffer>> = {
  'the last cell of a sheet': workbook(cell(1_048_576, 'XFD1048576')),
  'row 999,999,999': workbook(cell(999_999_999, 'A999999999')),
  'column ZZZZZZ': workbook(cell(2, 'ZZZZZZ2')),
  'an archive bomb': archive([['xl/worksheets/sheet1.xml', Buffer.alloc(256 * 1024 * 1024, 32)]]),
  'XML entities': archive([['xl/workbook.xml', Buffer.from(lol)]]),
  'two parts of one name': archive(['1', '2'].map((text) => ['xl/workbook.xml', Buffer.from(text)])),
};

/** Workbooks of a few kilobytes that unpack to gigabytes of cells: one by one, then fifty at once. */
export const workbooks: Attack = {
  name: 'workbooks',
  run: async ({ url, admin }) => {
    const faults: string[] = [];
    const send = async (name: string, file: Buffer<ArrayBuffer>) => {
      const began = performance.now();
      const { status } = await admin.send('POST', importing, file, 'text/xlsx');
      const seconds = Math.round((performance.now() - began) / 1000);
      if (![400, 413, 429].includes(status)) faults.push(`${name} was answered with ${status}`);
      if (seconds > patienceSeconds) faults.push(`${name} took ${seconds} s`);
    };
    for (const [name, file] of Object.entries(hostile)) await send(name, file);
    const all = Object.entries(hostile);
    const watching = watch(url, aliveSeconds);
    await Promise.all(
      Array.from({ length: flood }, (_, at) => send(...(all[at % all.length] ?? ['', Buffer.alloc(0)]))),
    );
    if ((await watching.end()) > 0) faults.push('other requests waited while files were read');
    return judge(
      faults,
      `${Object.keys(hostile).length} hostile workbooks and ${flood} at once were refused.`,
    );
  },
};
