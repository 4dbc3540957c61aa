const clickLink = (href: string, name: string): void => {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
};

/** Downloads an address under the server's file name. */
export const openDownload = (url: string): void => clickLink(url, '');

/** Saves a blob as a file. */
export const saveBlob = (name: string, blob: Blob): void => {
  const url = URL.createObjectURL(blob);
  clickLink(url, name);
  // The browser reads the blob only after the click has returned.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
};

/** Saves text made in the browser. */
export const saveText = (name: string, text: string, type: string): void =>
  saveBlob(name, new Blob([text], { type }));

/** File name in the server's answer, or `export` without one. */
export const fileNameIn = (headers: Headers): string =>
  /filename="([^"]+)"/.exec(headers.get('Content-Disposition') ?? '')?.[1] ?? 'export';

const quoted = (cell: string): string => {
  // A spreadsheet would run a cell that starts like a formula; the import on the server removes the added
  // quote.
  const safe = /^'*\s*[=@+＝＠＋－-]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** Rows as a CSV file that spreadsheets read as UTF-8. */
export const csvOf = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((row) => row.map(quoted).join(',')).join('\r\n')}\r\n`;
