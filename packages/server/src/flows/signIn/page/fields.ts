import { type Html, html } from './html.ts';
import { eye, padlock, phone } from './icons.ts';
import type { PageFrame } from './layout.ts';

/** A password field with its label, its message and a button to show the password. */
export const passwordField = (
  frame: PageFrame,
  content: {
    name: string;
    label: string;
    autocomplete: 'current-password' | 'new-password';
    error?: string;
    focus?: boolean;
  },
): Html => {
  const { name, label, autocomplete, error, focus } = content;
  return html`<div class="row">
<label for="${name}">${label}</label>
<div class="box">${padlock}<input class="with-button" id="${name}" name="${name}" type="password" autocomplete="${autocomplete}" maxlength="1024" required${
    focus && html` autofocus`
  }${error && html` aria-invalid="true" aria-describedby="${name}_error"`}>
<button class="reveal" type="button" aria-controls="${name}" aria-pressed="false" aria-label="${frame.t('show_password')}" hidden>${eye}</button></div>
${error && html`<p class="error" id="${name}_error" role="alert">${error}</p>`}
</div>`;
};

/** A field for an authenticator app's code. */
export const codeField = (
  frame: PageFrame,
  content: { name: string; label: string; error?: string; isRequired?: boolean },
): Html => {
  const { name, label, error, isRequired } = content;
  return html`<div class="row">
<label for="${name}">${label}</label>
<div class="box">${phone}<input class="code" id="${name}" name="${name}" type="text" inputmode="numeric" autocomplete="one-time-code" maxlength="16" placeholder="${frame.t('code_placeholder')}"${
    isRequired && html` required autofocus`
  }${error && html` aria-invalid="true" aria-describedby="${name}_error"`}></div>
${error && html`<p class="error" id="${name}_error" role="alert">${error}</p>`}
</div>`;
};

/** A hidden value of a form. */
export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;
