// @vitest-environment jsdom
import { contrast, mixed } from '@gatehouse/contract/look/contrast.ts';
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { renderPage } from '../../../test/renderPage.tsx';
import { palettes } from '../../theme/tokens.ts';
import { keepWatermark } from './keepWatermark.ts';
import { Watermark } from './Watermark.tsx';
import { WATERMARK_INK, WATERMARK_SHARE, watermarkTile } from './watermarkTile.ts';

const layers = () => [...document.querySelectorAll<HTMLElement>('body > [aria-hidden="true"]')];
const imageOf = (tile: string) => decodeURIComponent(tile.slice('url("data:image/svg+xml,'.length, -2));
const textOf = (layer: HTMLElement | undefined) => imageOf(layer?.style.backgroundImage ?? '');

test.each(Object.entries(palettes))('texts of the theme %s stay readable under the watermark', (_name, c) => {
  const under = (colour: string) => mixed(colour, WATERMARK_INK, WATERMARK_SHARE);
  for (const text of [c.text, c.text2, c.text3, c.primary])
    for (const ground of [c.container, c.layout, c.side, c.sunken])
      expect(contrast(under(text), under(ground)), `${text} on ${ground}`).toBeGreaterThanOrEqual(4.5);
});

test.each([
  ['</text><script>alert(1)</script>', '&lt;/text&gt;&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['a"/><image href="https://evil.example', 'a&quot;/&gt;&lt;image href=&quot;https://evil.example'],
  ['\u0001\u202eeve\ud800', 'eve'],
  ['%22)&#x27;', '%22)&amp;#x27;'],
  ['x'.repeat(500), `>${'x'.repeat(48)}<`],
])('a name cannot end or break the image: %j', (name, written) => {
  const image = imageOf(watermarkTile([name]));
  expect(image).toContain(written);
  const read = new DOMParser().parseFromString(image, 'image/svg+xml');
  expect(read.querySelector('parsererror, script, image')).toBeNull();
  expect(read.querySelectorAll('text')).toHaveLength(1);
});

test('the watermark names user and time, is no part of what is read aloud, and takes no clicks', async () => {
  const { platform } = await renderPage({ page: <Watermark />, routes: {} });
  act(() => {
    platform.session.setProfile({ ...platform.session.get().profile!, name: 'Ann <b>', username: 'ann' });
    platform.session.setSettings({ ...platform.session.get().settings, SECURITY_WATERMARK_ENABLED: true });
  });
  await waitFor(() => expect(layers()).toHaveLength(1));
  const [layer] = layers();
  expect(textOf(layer)).toContain('Ann &lt;b&gt;(ann)');
  expect(textOf(layer)).toMatch(/\d{4}-\d\d-\d\d \d\d:\d\d</);
  expect(layer?.style.pointerEvents).toBe('none');
  expect(screen.queryByText(/Ann/)).toBeNull();
  act(() => {
    platform.session.setSettings({ ...platform.session.get().settings, SECURITY_WATERMARK_ENABLED: false });
  });
  await waitFor(() => expect(layers()).toEqual([]));
});

test('removing or changing the layer brings it back; only its end removes it', async () => {
  const stop = keepWatermark(() => ['ann']);
  const attempts: ((layer: HTMLElement) => void)[] = [
    (layer) => layer.remove(),
    (layer) => layer.removeAttribute('style'),
    (layer) => layer.style.setProperty('opacity', '0', 'important'),
    (layer) => layer.setAttribute('hidden', ''),
    (layer) => document.createElement('p').append(layer),
  ];
  for (const attempt of attempts) {
    attempt(layers()[0]!);
    await waitFor(() => expect(textOf(layers()[0])).toContain('>ann<'));
    expect(layers()).toHaveLength(1);
    expect([layers()[0]?.style.opacity, layers()[0]?.hidden]).toEqual(['1', false]);
  }
  stop();
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(layers()).toEqual([]);
});

test('what fills the screen is covered as well', () => {
  const stage = document.body.appendChild(document.createElement('section'));
  const stop = keepWatermark(() => ['ann']);
  Object.defineProperty(document, 'fullscreenElement', { value: stage, configurable: true });
  document.dispatchEvent(new Event('fullscreenchange'));
  expect([stage.children.length, layers().length]).toEqual([1, 0]);
  Object.defineProperty(document, 'fullscreenElement', { value: null, configurable: true });
  document.dispatchEvent(new Event('fullscreenchange'));
  expect([stage.children.length, layers().length]).toEqual([0, 1]);
  stop();
  stage.remove();
});
