/** One page of a listing: its blobs, its folders, and the marker of the next page, empty at the end. */
export type Listing = { blobs: { key: string; size: number }[]; folders: string[]; next: string };

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

const codePoint = (digits: string, base: number): string => {
  const code = Number.parseInt(digits, base);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
};

const unescaped = (escaped: string): string =>
  escaped.replace(/&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi, (whole, hex, decimal, name) =>
    hex ? codePoint(hex, 16) : decimal ? codePoint(decimal, 10) : (entities[name] ?? whole),
  );

/** The text of the first element of a name; the elements read here hold no elements of their own name. */
const textIn = (part: string, name: string): string => {
  const from = part.indexOf(`<${name}>`);
  const to = part.indexOf(`</${name}>`, from);
  return from < 0 || to < 0 ? '' : unescaped(part.slice(from + name.length + 2, to));
};

const partsOf = (document: string, name: string): string[] =>
  document
    .split(`<${name}>`)
    .slice(1)
    .map((part) => part.split(`</${name}>`, 1)[0] ?? '');

/** Reads an answer of the call List Blobs. */
export const listedIn = (document: string): Listing => ({
  blobs: partsOf(document, 'Blob').map((part) => ({
    key: textIn(part, 'Name'),
    size: Number(textIn(part, 'Content-Length')),
  })),
  folders: partsOf(document, 'BlobPrefix').map((part) => textIn(part, 'Name')),
  next: textIn(document, 'NextMarker'),
});
