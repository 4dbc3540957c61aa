/** Ink of the watermark and how much of it covers what is below: texts keep a contrast of 4.5:1 under it. */
export const [WATERMARK_INK, WATERMARK_SHARE] = ['#808080', 0.07] as const;

/** Most characters of a line. */
const MOST = 48;
const [WIDTH, HEIGHT, SIZE] = [420, 240, 16] as const;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** One line of text: without control characters, which would make the image invalid or turn its letters around. */
const written = (line: string): string =>
  [...line.replace(/\p{C}/gu, '')]
    .slice(0, MOST)
    .join('')
    .replace(/[&<>"]/g, (char) => entities[char] ?? char);

/** An image with the lines, slanted, as a value of CSS; repeated, it covers a page. */
export const watermarkTile = (lines: readonly string[]): string => {
  const texts = lines.map(
    (line, at) => `<text x="${WIDTH / 2}" y="${HEIGHT / 2 + at * SIZE * 1.5}">${written(line)}</text>`,
  );
  const look = `fill="${WATERMARK_INK}" fill-opacity="${WATERMARK_SHARE}" font-family="sans-serif" font-weight="600" font-size="${SIZE}" text-anchor="middle"`;
  const turn = `transform="rotate(-20 ${WIDTH / 2} ${HEIGHT / 2})"`;
  const image = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><g ${look} ${turn}>${texts.join('')}</g></svg>`;
  return `url("data:image/svg+xml,${encodeURIComponent(image)}")`;
};
