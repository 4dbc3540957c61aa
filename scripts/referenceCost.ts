/**
 * Lines of the reference console v3.10.9 that are about one resource. Only figures counted at that version
 * are listed: histories that mix versions and keep deleted files give nothing to compare with.
 */
export const referenceLines: Readonly<Record<string, number>> = {
  'assets.domain': 850,
};
