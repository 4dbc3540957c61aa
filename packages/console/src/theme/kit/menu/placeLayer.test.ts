// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { placeLayer } from './placeLayer.ts';

const layerOf = (width: number, height: number) => {
  const layer = document.createElement('div');
  Object.defineProperty(layer, 'offsetWidth', { value: width });
  Object.defineProperty(layer, 'offsetHeight', { value: height });
  return layer;
};
const buttonAt = (left: number, top: number) => {
  const button = document.createElement('button');
  button.getBoundingClientRect = () => new DOMRect(left, top, 40, 20);
  return button;
};
const below = { side: 'below', align: 'start' } as const;

// In tests the window is 1440 by 768 pixels.
test.each([
  ['below its button', 100, 50, below, 100, 74],
  ['above it where there is no room below', 100, 700, below, 100, 496],
  ['inside the window at its right edge', 1400, 50, below, 1232, 74],
  ['in line with the end of its button', 500, 50, { side: 'below', align: 'end' } as const, 340, 74],
  ['beside a line', 100, 50, { side: 'beside', align: 'start' } as const, 148, 46],
  [
    'on the other side where there is no room',
    1390,
    50,
    { side: 'beside', align: 'start' } as const,
    1182,
    46,
  ],
])('a menu opens %s', (_where, left, top, side, expectedLeft, expectedTop) => {
  const layer = layerOf(200, 200);
  placeLayer(layer, buttonAt(left, top), side);
  expect([layer.style.left, layer.style.top]).toEqual([`${expectedLeft}px`, `${expectedTop}px`]);
});

test('a context menu opens at the pointer', () => {
  const layer = layerOf(200, 200);
  placeLayer(layer, { x: 300, y: 310 }, below);
  expect([layer.style.left, layer.style.top]).toEqual(['300px', '310px']);
});

test('a menu higher than the window begins at its top', () => {
  const layer = layerOf(200, 900);
  placeLayer(layer, buttonAt(100, 50), below);
  expect(layer.style.top).toBe('8px');
});
