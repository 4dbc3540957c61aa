// What every form of these pages does with scripts on: show passwords, encrypt them, tell rules as one types.
import { encryptValue } from './clientCipher.js';

const form = document.querySelector('form[data-encrypt]');
const secrets = form ? [...form.querySelectorAll('input[type="password"]')] : [];

for (const button of document.querySelectorAll('.reveal')) {
  const input = document.getElementById(button.getAttribute('aria-controls'));
  button.hidden = false;
  button.addEventListener('click', () => {
    const isShown = input.type === 'text';
    input.type = isShown ? 'password' : 'text';
    button.setAttribute('aria-pressed', String(!isShown));
    input.focus();
  });
}

const publicKey = () =>
  document.cookie
    .split('; ')
    .find((pair) => pair.startsWith('jms_public_key='))
    ?.slice('jms_public_key='.length)
    .replaceAll('"', '') ?? form?.dataset.key;

form?.addEventListener('submit', (event) => {
  const button = form.querySelector('.button');
  if (button.getAttribute('aria-disabled') === 'true') {
    event.preventDefault();
    return;
  }
  button.setAttribute('aria-disabled', 'true');
  for (const input of secrets) {
    const carrier = document.createElement('input');
    carrier.type = 'hidden';
    carrier.name = input.name;
    carrier.value = encryptValue(input.value, publicKey());
    input.removeAttribute('name');
    form.append(carrier);
  }
});

// A page restored by the back button must be usable again.
window.addEventListener('pageshow', (event) => {
  if (event.persisted) window.location.reload();
});

const checks = {
  min: (text, rule) => [...text].length >= Number(rule.dataset.value),
  upper: (text) => /[A-Z]/.test(text),
  lower: (text) => /[a-z]/.test(text),
  number: (text) => /[0-9]/.test(text),
  special: (text) => /[!-/:-@[-`{-~]/.test(text),
  first: (text) => /^[!-~]/.test(text),
  same: (text) => text !== '' && text === document.getElementById('confirm_password').value,
};
const rules = [...document.querySelectorAll('.rules li[data-rule]')];
const judge = () => {
  const text = document.getElementById('new_password').value;
  for (const rule of rules) {
    if (text === '') rule.removeAttribute('data-met');
    else rule.dataset.met = String(checks[rule.dataset.rule](text, rule));
  }
};
if (rules.length) for (const input of secrets) input.addEventListener('input', judge);

for (const list of document.querySelectorAll('.languages'))
  list.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') {
      list.open = false;
      list.querySelector('summary').focus();
    }
  });
