import { crc32, inflateSync } from 'node:zlib';
import { Excess } from '../limits.ts';
import type { CleanImage, ImageLimits } from '../messages.ts';

const refuse = (): never => {
  throw new Excess('unusual');
};

/** Refuses pictures that a browser would need much memory for, before anything of them is unpacked. */
const checkSize = (width: number, height: number, most: ImageLimits): void => {
  if (width < 1 || height < 1) refuse();
  if (width > most.side || height > most.side) throw new Excess('side', most.side);
  if (width * height > most.pixels) throw new Excess('pixels', most.pixels);
};

const pngStart = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** What a picture consists of; texts, animations and everything unknown are left out. */
const pngKept = new Set(['IHDR', 'PLTE', 'tRNS', 'gAMA', 'sRGB', 'IDAT', 'IEND']);
/** Values per pixel, by colour type. */
const pngChannels: Readonly<Record<number, number>> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };

type Chunk = { type: string; data: Buffer; whole: Buffer };

const chunksOf = (file: Buffer): Chunk[] => {
  const chunks: Chunk[] = [];
  for (let at = pngStart.length; chunks.at(-1)?.type !== 'IEND'; ) {
    if (at + 12 > file.length) refuse();
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length) refuse();
    const [named, data] = [file.subarray(at + 4, end - 4), file.subarray(at + 8, end - 4)];
    if (crc32(named) !== file.readUInt32BE(end - 4)) refuse();
    chunks.push({ type: named.toString('latin1', 0, 4), data, whole: file.subarray(at, end) });
    at = end;
  }
  return chunks;
};

const cleanPng = (file: Buffer, most: ImageLimits): CleanImage => {
  const chunks = chunksOf(file).filter(({ type }) => pngKept.has(type));
  const [head] = chunks;
  if (head?.type !== 'IHDR' || head.data.length !== 13) return refuse();
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)];
  checkSize(width, height, most);
  const [depth, colour, interlaced] = [head.data[8] ?? 0, head.data[9] ?? 0, head.data[12] === 1];
  const bits = depth * (pngChannels[colour] ?? 0);
  const lines = height * (1 + Math.ceil((width * bits) / 8));
  // Seven passes have a few bytes more than one.
  const mostBytes = interlaced ? lines + 16 * (width + height) + 1_024 : lines;
  const packed = Buffer.concat(chunks.filter(({ type }) => type === 'IDAT').map(({ data }) => data));
  const unpacked = inflateSync(packed, { maxOutputLength: Math.max(mostBytes, 1) });
  if (bits === 0 || (!interlaced && unpacked.length !== lines)) refuse();
  const bytes = Buffer.concat([pngStart, ...chunks.map(({ whole }) => whole)]);
  return { type: 'png', width, height, bytes };
};

const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
/** Segments that only tell something about a picture: where and with what it was taken, previews, comments. */
const isRemark = (marker: number) => marker === 0xfe || (marker > 0xe0 && marker <= 0xef && marker !== 0xee);

/** Where the coded data after a start of scan ends: at the next marker that is neither stuffing nor a restart. */
const endOfScan = (file: Buffer, from: number): number => {
  for (let at = file.indexOf(0xff, from); at >= 0 && at + 1 < file.length; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
  }
  return refuse();
};

const cleanJpeg = (file: Buffer, most: ImageLimits): CleanImage => {
  const kept = [file.subarray(0, 2)];
  let size: { width: number; height: number } | undefined;
  let hasScan = false;
  for (let at = 2; ; ) {
    const marker = file[at + 1];
    if (file[at] !== 0xff || marker === undefined) return refuse();
    if (marker === 0xd9) break;
    if (at + 4 > file.length) return refuse();
    const length = file.readUInt16BE(at + 2);
    const end = at + 2 + length;
    if (length < 2 || end > file.length) return refuse();
    if (isFrame(marker)) {
      if (size || length < 8) return refuse();
      size = { height: file.readUInt16BE(at + 5), width: file.readUInt16BE(at + 7) };
      checkSize(size.width, size.height, most);
    }
    const next = marker === 0xda ? endOfScan(file, end) : end;
    hasScan ||= marker === 0xda;
    if (!isRemark(marker)) kept.push(file.subarray(at, next));
    at = next;
  }
  if (!size || !hasScan) return refuse();
  return { type: 'jpeg', ...size, bytes: Buffer.concat([...kept, Buffer.from([0xff, 0xd9])]) };
};

/**
 * A picture without anything but the picture, and its size. Its content says what it is, whatever its name and its sender
 * claim; only PNG and JPEG are taken, which hold no programs.
 */
export const cleanImage = (file: Buffer, most: ImageLimits): CleanImage => {
  if (file.subarray(0, pngStart.length).equals(pngStart)) return cleanPng(file, most);
  if (file[0] === 0xff && file[1] === 0xd8) return cleanJpeg(file, most);
  throw new Excess('type');
};
