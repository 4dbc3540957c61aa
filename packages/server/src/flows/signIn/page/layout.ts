import { type Language, languages } from '../../../platform/i18n.ts';
import { type Html, html } from './html.ts';
import { mark, translate } from './icons.ts';

/** What every page that the server renders gets. */
export type PageFrame = {
  language: Language;
  title: string;
  /** Name of this installation; `Gatehouse` unless an administrator chose another. */
  product: string;
  t(key: string, params?: Record<string, string | number>): string;
};

/** The name of each language in that language. */
const languageNames: Record<Language, string> = {
  'zh-hans': '简体中文',
  'zh-hant': '繁體中文',
  en: 'English',
  ja: '日本語',
};

/** BCP 47 tags. */
const tags: Record<Language, string> = { 'zh-hans': 'zh-Hans', 'zh-hant': 'zh-Hant', en: 'en', ja: 'ja' };

const document = ({ language, title, product }: PageFrame, body: Html, scripts: Html): string =>
  html`<!doctype html>
<html lang="${tags[language]}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="robots" content="noindex">
<title>${title} · ${product}</title>
<link rel="icon" type="image/svg+xml" href="/static/mark.svg">
<link rel="stylesheet" href="/static/base.css">
<link rel="stylesheet" href="/static/page.css">
<link rel="stylesheet" href="/static/art.css">
<link rel="stylesheet" href="/static/mfa.css">
<script src="/static/theme.js"></script>
${scripts}
</head>
<body>
${body}
</body>
</html>
`.markup;

const topLine = (frame: PageFrame): Html => html`<header class="top">
<span class="brand">${mark}${frame.product}</span>
<details class="languages">
<summary aria-label="${frame.t('language')}: ${languageNames[frame.language]}">${translate}${languageNames[frame.language]}</summary>
<ul>${languages.map(
  (language) =>
    html`<li><a href="/core/i18n/${language}/" lang="${tags[language]}"${language === frame.language && html` aria-current="true"`}>${languageNames[language]}</a></li>`,
)}</ul>
</details>
</header>`;

/** The sign-in layout: form on the left, the gate on the right where there is room. */
export const doorPage = (frame: PageFrame, content: Html): string =>
  document(
    frame,
    html`<div class="door">
<div class="side">
${topLine(frame)}
<main>${content}</main>
<footer class="foot">${frame.t('monitored')}</footer>
</div>
<div class="art" aria-hidden="true"><img src="/static/arches.svg" alt=""><div class="words">${frame.t('slogan')}</div></div>
</div>`,
    html`<script type="module" src="/static/form.js"></script>`,
  );

/** A plain page with a text. */
export const textPage = (frame: PageFrame, content: Html): string =>
  document(
    frame,
    html`<div class="plain">${topLine(frame)}<main>${content}</main></div>`,
    html`<script type="module" src="/static/form.js"></script>`,
  );
