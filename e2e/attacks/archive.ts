import { crc32, deflateRawSync } from 'node:zlib';

const numbers = (format: readonly (2 | 4)[], values: readonly number[]): Buffer =>
  Buffer.concat(
    values.map((value, at) => {
      const size = format[at] ?? 2;
      const bytes = Buffer.alloc(size);
      bytes.writeUIntLE(value, 0, size);
      return bytes;
    }),
  );

/** A ZIP archive of these files, written by hand: what it says need not be what a program would write. */
export const archive = (
  files: readonly (readonly [name: string, content: Buffer])[],
): Buffer<ArrayBuffer> => {
  const locals: Buffer[] = [];
  const centrals: Buffer[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const packed = deflateRawSync(content, { level: 9 });
    const facts = [20, 0, 8, 0, 0, crc32(content), packed.length, content.length, name.length, 0];
    const shape = [2, 2, 2, 2, 2, 4, 4, 4, 2, 2] as const;
    const local = Buffer.concat([
      Buffer.from('PK\x03\x04'),
      numbers(shape, facts),
      Buffer.from(name),
      packed,
    ]);
    const place = numbers([2, 2, 2, 4, 4], [0, 0, 0, 0, offset]);
    centrals.push(
      Buffer.concat([
        Buffer.from('PK\x01\x02'),
        numbers([2, ...shape], [20, ...facts]),
        place,
        Buffer.from(name),
      ]),
    );
    locals.push(local);
    offset += local.length;
  }
  const directory = Buffer.concat(centrals);
  const end = numbers([2, 2, 2, 2, 4, 4, 2], [0, 0, files.length, files.length, directory.length, offset, 0]);
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end]);
};

/** A workbook with one sheet of these rows. */
export const workbook = (rows: string): Buffer<ArrayBuffer> => {
  const schemas = 'http://schemas.openxmlformats.org';
  const relations = `${schemas}/officeDocument/2006/relationships`;
  const main = `xmlns="${schemas}/spreadsheetml/2006/main"`;
  const parts = {
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${relations}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="${schemas}/package/2006/relationships"><Relationship Id="r1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    'xl/worksheets/sheet1.xml': `<worksheet ${main}><sheetData><row r="1"><c r="A1" t="inlineStr"><is><t>name</t></is></c></row>${rows}</sheetData></worksheet>`,
  };
  return archive(Object.entries(parts).map(([name, text]) => [name, Buffer.from(text)]));
};
