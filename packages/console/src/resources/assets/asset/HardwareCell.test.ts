import { expect, test } from 'vitest';
import { hardwareSummary } from './HardwareCell.tsx';

test('the hardware summary counts threads, or else cores times processors', () => {
  expect(hardwareSummary({ cpu_count: '2', cpu_cores: '4', memory: '32', disk_total: '240' })).toEqual({
    cores: 8,
    memory: '32',
    disk: '240',
  });
  expect(hardwareSummary({ cpu_count: '1', cpu_vcpus: '8' })).toEqual({ cores: 8, memory: '-', disk: '-' });
});

test('without processors there is no hardware summary', () => {
  expect(hardwareSummary({ memory: '32' })).toBeUndefined();
});
