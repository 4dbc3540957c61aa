import { expect, test } from 'vitest';
import { cpuTime } from '../../../../test/cpuTime.ts';
import { safeHtml } from './messageHtml.ts';

test.each([
  ['<p>Hello <b>you</b></p>', '<p>Hello <b>you</b></p>'],
  ['a<script>alert(1)</script>b', 'ab'],
  ['a<script src="/x.js"/>b</SCRIPT >c', 'ac'],
  ['a<style>p{}</style><svg onload=alert(1)><b>x</b></svg>b', 'ab'],
  ['<p onclick="alert(1)" style="color:red">x</p>', '<p>x</p>'],
  ['<img src=x onerror=alert(1)>', ''],
  ['<a href="javascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href=" javascript:alert(1)">x</a>', '<a>x</a>'],
  ['<a href="//evil.example">x</a>', '<a>x</a>'],
  ['<a href="/\\evil.example">x</a>', '<a>x</a>'],
  [
    '<a title="y" href="https://example.com/?a=1&amp;b=2">x</a>',
    '<a href="https://example.com/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">x</a>',
  ],
  ['1 < 2 && 3 > 2 &lt;b&gt;', '1 &lt; 2 &amp;&amp; 3 &gt; 2 &lt;b&gt;'],
  ['<<b>script>alert(1)<</b>/script>', '&lt;<b>script&gt;alert(1)&lt;</b>/script&gt;'],
  ['<p<img src=x onerror=alert(1)>', '&lt;p'],
  ['<!-- <b>x</b> -->', '&lt;!-- <b>x</b> --&gt;'],
])('A-2.9-042 %s is written as %s', (input, safe) => {
  expect(safeHtml(input)).toBe(safe);
});

test('input full of unfinished tags is parsed as fast as any other', async () => {
  const ms = await cpuTime(() => {
    for (const part of ['<', '<a ', '<script', '&', '<!--']) safeHtml(part.repeat(5000));
  });
  expect(ms).toBeLessThan(500);
});
