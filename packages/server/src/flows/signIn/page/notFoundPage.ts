import { html } from './html.ts';
import { type PageFrame, textPage } from './layout.ts';

/** What a browser sees at an unknown address. */
export const notFoundPage = (frame: PageFrame): string =>
  textPage(
    frame,
    html`<h1>${frame.title}</h1><p class="lead">${frame.t('not_found_text')}</p><p><a href="/">${frame.t('not_found_home')}</a></p>`,
  );
