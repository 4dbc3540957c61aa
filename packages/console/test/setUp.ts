import { cleanup, configure } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import { expectNoBreaches } from './contract/noted.ts';
import { expectNoEmptyAttributes } from './window/emptyAttributes.ts';
import { expectNoMissingTexts } from './window/missingTexts.ts';
import './window/quietReact.ts';
import './window/quietStyles.ts';
import { quietWindow } from './window/quietWindow.ts';

/* Runs before every test file. The files of a worker share a window and a copy of every module, because
   reloading the component library for each file took longer than most tests: what a test changed outside
   its own page is restored here. */

// Pages and dialogs are loaded when first shown, which on a busy machine takes longer than the default of one
// second.
configure({ asyncUtilTimeout: 30_000 });

beforeEach(quietWindow);

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  localStorage.clear();
  sessionStorage.clear();
  for (const pair of document.cookie.split('; '))
    document.cookie = `${pair.split('=')[0]}=; Max-Age=0; path=/`;
  document.body.replaceChildren();
  document.title = '';
  window.history.replaceState(null, '', '/');
  expectNoMissingTexts();
  expectNoEmptyAttributes();
  expectNoBreaches();
});
