import { html } from './html.ts';

/** The product's mark, in the text's colour. */
export const mark = html`<svg viewBox="0 0 32 32" aria-hidden="true"><g fill="currentColor"><path d="M12.1 3.1A12 12 0 0 0 5 14.2V24.6h5.4V14.9a5.6 5.6 0 0 1 3.2-5.05Z"/><path d="M19.9 3.1A12 12 0 0 1 27 14.2V24.6h-5.4V14.9a5.6 5.6 0 0 0-3.2-5.05Z"/><path d="M3 26.1h8.6V30H3a1 1 0 0 1-1-1v-1.9a1 1 0 0 1 1-1ZM20.4 26.1H29a1 1 0 0 1 1 1V29a1 1 0 0 1-1 1h-8.6Z"/></g><path class="keystone" d="M13.3 2h5.4a.5.5 0 0 1 .48.63L17.3 9.6a.55.55 0 0 1-.53.4h-1.54a.55.55 0 0 1-.53-.4L12.82 2.63A.5.5 0 0 1 13.3 2Z"/></svg>`;

const line = (path: string) =>
  html`<svg width="16" height="16" viewBox="0 0 16 16" fill="none" stroke="currentColor" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round" aria-hidden="true"><path d="${path}"/></svg>`;

/** A user. */
export const userIcon = line(
  'M8 8.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6ZM2.5 14c.5-2.8 2.6-4.3 5.5-4.3s5 1.5 5.5 4.3',
);
/** A padlock. */
export const padlock = line('M3 7h10v6.5H3zM5.3 7V5a2.7 2.7 0 0 1 5.4 0v2M8 9.6v1.4');
/** An eye. */
export const eye = line(
  'M1.5 8S4 3.5 8 3.5 14.5 8 14.5 8 12 12.5 8 12.5 1.5 8 1.5 8ZM8 10a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
);
/** Two scripts. */
export const translate = line(
  'M1.5 3.5h7M5 2v1.5M7.2 3.5C6.7 6 4.6 8.2 2 9.2M3.2 5.5c.8 1.7 2.3 3 4 3.7M8 14l3-7 3 7M9 11.8h4',
);
/** A telephone. */
export const phone = line('M4.5 1.5h7v13h-7zM7 12.3h2');
