import { crc32, deflateSync } from 'node:zlib';

const chunk = (type: string, data: Uint8Array) => {
  const named = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
};

/** A PNG of one colour; `remark` is a text inside it that belongs to no pixel. */
export const pngOf = (width: number, height: number, remark = ''): Buffer => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    ...(remark ? [chunk('tEXt', Buffer.from(remark))] : []),
    chunk('IDAT', deflateSync(Buffer.alloc(height * (1 + 3 * width), width % 251))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};
