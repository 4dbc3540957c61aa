import { looks } from './looks.ts';

const style = `
  body { font: 14px/1.5 sans-serif; margin: 20px; background: #f4f5f7; color: #18202c }
  h2 { margin: 32px 0 8px; font-size: 15px }
  .row { display: grid; grid-template-columns: 1fr 1fr 1fr auto; gap: 12px; align-items: start }
  img { width: 100%; border: 1px solid #cdd4de; background: #fff }
  a:last-child img { width: auto; height: 420px }
`;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** A page that shows all pictures, those of one subject side by side. */
export const contactSheet = (names: readonly string[]): string => {
  const row = (name: string) =>
    `<h2 id="${name}">${escaped(name)}</h2>\n<div class="row">${looks
      .map(
        (look) =>
          `<a href="${name}/${look}.png"><img loading="lazy" src="${name}/${look}.png" alt="${escaped(name)}, ${look}"></a>`,
      )
      .join('')}</div>`;
  return `<!doctype html>\n<meta charset="utf-8">\n<title>Photos</title>\n<style>${style}</style>\n<h1>Photos</h1>\n${names.map(row).join('\n')}\n`;
};
